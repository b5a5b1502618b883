import { OAuthError } from '../errors.ts';
import { cancelled, onAbort } from '../on-abort.ts';
import { unlessAborted } from '../network/unless-aborted.ts';
import { hasState, maxAnswerLength, queryOf } from './answer.ts';
import { checkRedirectUri } from './redirect-uri.ts';
import type { Redirect, RedirectReceiver } from './redirect.ts';

/** How a person is asked for the address that their browser ended at. @public */
export interface PasteRedirectOptions {
  /**
   * What the person is sent back to, where the client is not bound to another. Nobody has to listen there: the
   * browser shows an error, and the address in it is what is asked for.
   *
   * @defaultValue `http://127.0.0.1:47893/callback`
   */
  readonly redirectUri?: string;
  /**
   * Asks a person for the address that the browser ended at. A secret is in it: it is not to be shown or kept.
   *
   * @param problem - what was wrong with what was given before, as a sentence without its stop
   */
  readonly ask: (signal: AbortSignal, problem: string | undefined) => Promise<string>;
}

/** More than a person needs; a program that is asked in the place of one comes to an end. */
const maxTries = 10;

/**
 * Has the answer pasted by a person: for a program whose machine is not the one of the browser.
 *
 * @throws OAuthError `INVALID_ARGUMENT` for a redirect URI that cannot be used
 * @public
 */
export function pasteRedirect(options: PasteRedirectOptions): Redirect {
  const { redirectUri = 'http://127.0.0.1:47893/callback', ask } = options;
  checkRedirectUri(redirectUri, 'redirectUri');
  return {
    open: (known) => Promise.resolve(new PasteReceiver(known ?? redirectUri, ask)),
  };
}

class PasteReceiver implements RedirectReceiver {
  readonly redirectUri: string;
  readonly #ask: PasteRedirectOptions['ask'];
  readonly #closing = new AbortController();
  /** Lets the wait go on that is under way. */
  #open = (): void => {};

  constructor(redirectUri: string, ask: PasteRedirectOptions['ask']) {
    this.redirectUri = redirectUri;
    this.#ask = ask;
  }

  async receive(state: string, signal: AbortSignal): Promise<string> {
    const ending = new AbortController();
    const end = () => ending.abort(signal.reason);
    const stops = [onAbort(signal, end), onAbort(this.#closing.signal, end)];
    // Not before the page is there: a person answers one question after the other.
    const opened = new Promise<void>((resolve) => {
      this.#open = resolve;
    });
    try {
      await unlessAborted(opened, ending.signal);
      return await this.#askFor(state, ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) throw error;
      throw cancelled('the wait for the pasted address', signal);
    } finally {
      for (const stop of stops) stop();
    }
  }

  pageOpened(): void {
    this.#open();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }

  async #askFor(state: string, signal: AbortSignal): Promise<string> {
    let problem: string | undefined;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const asked = await unlessAborted(this.#ask(signal, problem), signal);
      // A terminal breaks long lines; an address has no white space.
      const pasted = asked.replaceAll(/\s+/g, '');
      problem = findProblem(pasted, this.redirectUri, state);
      if (problem === undefined) return pasted;
    }
    throw new OAuthError('WRONG_ANSWER', `what was pasted ${maxTries} times: ${problem}`);
  }
}

/** What is wrong with a pasted address. Nothing of it is in the words: a code may be. */
export function findProblem(
  pasted: string,
  redirectUri: string,
  state: string,
): string | undefined {
  const wanted = `paste the whole address, from ${redirectUri}? to its end`;
  if (pasted === '') return `that is empty; ${wanted}`;
  if (pasted.length > maxAnswerLength) return `that is too long; ${wanted}`;
  if (!pasted.includes('?')) return `that is only a part of the address; ${wanted}`;
  const [place = ''] = pasted.split('?', 1);
  const [wantedPlace = ''] = redirectUri.split('?', 1);
  if (place !== wantedPlace) return `that is another address; ${wanted}`;
  const query = queryOf(pasted);
  if (!query.has('state')) return `that is not all of the address; ${wanted}`;
  if (!hasState(query, state)) return `that is the address of another sign-in; ${wanted}`;
  return undefined;
}
