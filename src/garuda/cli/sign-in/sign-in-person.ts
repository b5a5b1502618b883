import { promises as readline } from 'node:readline';
import { platform } from 'node:process';
import type { Grant, SignInPage } from '../../../oauth/index.ts';
import type { Terminal } from '../terminal.ts';
import type { Voice } from '../voice.ts';
import { planBrowser } from '../../sign-in/plan-browser.ts';

/** How the person at the terminal signs in: in a browser here, in one elsewhere, or with a code. */
export class SignInPerson {
  readonly #terminal: Terminal;
  readonly #voice: Voice;
  readonly #mayOpen: boolean;

  constructor(terminal: Terminal, voice: Voice, mayOpen: boolean) {
    this.#terminal = terminal;
    this.#voice = voice;
    this.#mayOpen = mayOpen;
  }

  /** The ways that there are, the best one first. */
  async grants(): Promise<readonly Grant[]> {
    const [{ authorizationCode, deviceCode, firstRedirect, pasteRedirect }, { loopbackRedirect }] =
      await Promise.all([
        import('../../../oauth/index.ts'),
        import('../../../oauth/node/index.ts'),
      ]);
    const clientName = 'Garuda';
    const loopback = loopbackRedirect();
    const hasInput = 'isTTY' in process.stdin && process.stdin.isTTY;
    const redirect = hasInput
      ? firstRedirect(loopback, pasteRedirect({ ask: (signal) => this.#ask(signal) }))
      : loopback;
    const inBrowser = authorizationCode({
      clientName,
      redirect,
      openPage: (page) => this.#show(page),
    });
    if (this.#hasBrowser) return [inBrowser];
    const withCode = deviceCode({
      clientName,
      show: ({ userCode, verificationUri }) =>
        this.#voice.tell(`to sign in, open ${verificationUri} and enter the code ${userCode}`),
    });
    return [withCode, inBrowser];
  }

  get #hasBrowser(): boolean {
    return this.#mayOpen && planBrowser(platform, this.#terminal.environment, '') !== undefined;
  }

  async #show({ url, serverUrl }: SignInPage): Promise<'opened'> {
    const program = this.#mayOpen
      ? planBrowser(platform, this.#terminal.environment, url)
      : undefined;
    this.#voice.tell(
      program === undefined
        ? `to sign in to ${serverUrl}, open this page within five minutes: ${url}`
        : `to sign in to ${serverUrl}, your browser is opened; if it does not, open ${url}`,
    );
    if (program !== undefined) {
      const { runAside } = await import('../../../transport/aside.ts');
      runAside(program.file, program.args);
    }
    return 'opened';
  }

  async #ask(signal: AbortSignal): Promise<string> {
    const lines = readline.createInterface({ input: process.stdin, output: process.stderr });
    try {
      const words = 'or paste the address that the browser ended at, and press enter:\n';
      return await lines.question(words, { signal });
    } finally {
      lines.close();
    }
  }
}
