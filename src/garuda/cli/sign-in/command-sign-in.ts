import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OAuthCredentials, SignInStatus } from '../../../oauth/index.ts';
import type {
  Credentials,
  CredentialsRefusal,
  CredentialsRequest,
  HeaderFields,
  RefusalAnswer,
} from '../../../transport/index.ts';
import type { Account } from '../verbs/verb.ts';
import { garudaHome } from '../../garuda-home.ts';
import type { SignInPerson } from './sign-in-person.ts';

/** Whose sign-in it is, and what may be done for it. */
export interface SignInOrder {
  readonly url: string;
  /** Whether somebody is there who can sign in. */
  readonly hasPerson: boolean;
  readonly allowInsecureHttp: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * The sign-in of the person at the terminal to one server, kept for the next time. What signs in is
 * not loaded where nothing is kept and the server wants nothing.
 */
export class CommandSignIn implements Credentials, Account {
  readonly #order: SignInOrder;
  readonly #person: SignInPerson;
  readonly #file: string;
  #loading: Promise<OAuthCredentials> | undefined;

  constructor(order: SignInOrder, person: SignInPerson) {
    this.#order = order;
    this.#person = person;
    this.#file = join(garudaHome(order.environment), 'mcp-auth.json');
  }

  get url(): string {
    return this.#order.url;
  }

  get signal(): AbortSignal {
    return this.#order.signal;
  }

  async headers(request: CredentialsRequest): Promise<HeaderFields> {
    if (this.#loading === undefined && !existsSync(this.#file)) return {};
    return await (await this.#load()).headers(request);
  }

  refused(refusal: CredentialsRefusal): RefusalAnswer | Promise<RefusalAnswer> {
    const asksForScope = /insufficient_scope/.test(refusal.headers['www-authenticate'] ?? '');
    if (refusal.status === 403 && !asksForScope) return { kind: 'pass' };
    return this.#load().then((credentials) => credentials.refused(refusal));
  }

  async signIn(signal: AbortSignal): Promise<void> {
    await (await this.#load()).signIn(this.#order.url, { signal });
  }

  async signOut(signal: AbortSignal): Promise<boolean> {
    return await (await this.#load()).signOut(this.#order.url, { signal });
  }

  async status(): Promise<SignInStatus> {
    if (this.#loading === undefined && !existsSync(this.#file)) return { signedIn: false };
    return await (await this.#load()).status(this.#order.url);
  }

  #load(): Promise<OAuthCredentials> {
    this.#loading ??= this.#open();
    return this.#loading;
  }

  async #open(): Promise<OAuthCredentials> {
    const [{ oauth }, { fileStore }] = await Promise.all([
      import('../../../oauth/index.ts'),
      import('../../../oauth/node/index.ts'),
    ]);
    const grants = await this.#person.grants();
    const { hasPerson, allowInsecureHttp, url } = this.#order;
    return oauth({
      grant: grants,
      interactive: hasPerson,
      store: fileStore(this.#file),
      // The scope and the name of a server that stands in no registry are those of its address.
      storeKey: () => `user::::${url}`,
      allowInsecureLoopback: allowInsecureHttp || new URL(url).protocol === 'http:',
    });
  }
}
