import {
  authorizationCode,
  clientCredentials,
  deviceCode,
  oauth,
  type Grant,
  type OAuthCredentials,
  type OAuthFetch,
  type SignInPage,
  type Store,
  type Tolerances,
} from '../../oauth/index.ts';
import { loopbackRedirect } from '../../oauth/node/index.ts';
import type { Environment } from '../environment.ts';
import type { RemoteServer } from '../registry/definition.ts';
import { isLoopback, pageFault } from './page-policy.ts';
import { questionOf, type SignInAsk } from './sign-in-question.ts';

/** What a person sees and says of a sign-in. */
export interface SignInPeople {
  /** @returns whether the person wants to sign in */
  wants(question: SignInAsk, signal: AbortSignal): Promise<boolean>;
  /** Shows a page, in a browser or by its address. */
  show(server: RemoteServer, url: string): void;
  /** Shows a code to be entered at an address. */
  tell(server: RemoteServer, text: string): void;
}

/** What the sign-in to a server of the registry is made of. */
export interface ServerSignInParts {
  readonly store: Store;
  /** The project's root, for a server of a project. */
  readonly projectRoot: string | undefined;
  readonly people: SignInPeople;
  readonly environment: Environment;
  /** Reaches the addresses that the server's scope allows. */
  readonly fetch: OAuthFetch;
  /** Whether somebody is there who can be asked. */
  readonly interactive: boolean;
}

/**
 * The sign-in to a server of the registry, as the public client "Garuda". What it keeps belongs to the server's
 * scope, name and URL: one server's tokens never go to another.
 */
export function signInTo(server: RemoteServer, parts: ServerSignInParts): OAuthCredentials {
  const { auth, scope } = server;
  const url = new URL(server.url);
  return oauth({
    grant: grantFor(server, parts),
    interactive: parts.interactive,
    store: parts.store,
    storeKey: () => signInKey(server, parts.projectRoot),
    fetch: parts.fetch,
    allowInsecureLoopback: scope === 'user' && isLoopback(url.hostname),
    ...(auth?.scopes !== undefined && { scope: auth.scopes.join(' ') }),
    tolerances: tolerancesOf(auth?.tolerances ?? []),
  });
}

/** Under which key the sign-in to a server is kept. */
export function signInKey(
  { scope, name, url }: Pick<RemoteServer, 'scope' | 'name' | 'url'>,
  projectRoot: string | undefined,
): string {
  return `${scope === 'user' ? 'user' : (projectRoot ?? 'project')}::${name}::${url}`;
}

function grantFor(server: RemoteServer, parts: ServerSignInParts): Grant {
  const { auth } = server;
  const { people, environment } = parts;
  const secret = auth?.clientSecretEnv;
  const clientSecret = secret === undefined ? undefined : environment[secret];
  const client =
    auth?.clientId === undefined
      ? undefined
      : { clientId: auth.clientId, ...(clientSecret !== undefined && { clientSecret }) };
  if (auth?.grant === 'client_credentials') {
    return clientCredentials({ clientId: '', ...client });
  }
  const known = {
    clientName: 'Garuda',
    ...(client !== undefined && { clients: [client] }),
    ...(auth?.clientMetadataUrl !== undefined && { clientMetadataUrl: auth.clientMetadataUrl }),
  };
  if (auth?.grant === 'device_code') {
    const show = ({ userCode, verificationUri }: { userCode: string; verificationUri: string }) =>
      people.tell(server, `open ${verificationUri} and enter the code ${userCode}`);
    return deviceCode({ ...known, show });
  }
  return authorizationCode({
    ...known,
    redirect: loopbackRedirect(),
    openPage: (page, signal) => askAndShow(server, page, people, signal),
  });
}

async function askAndShow(
  server: RemoteServer,
  page: SignInPage,
  people: SignInPeople,
  signal: AbortSignal,
): Promise<'opened' | 'skipped'> {
  const fault = pageFault(page.url, server.scope);
  if (fault !== undefined) throw new Error(`its sign-in page cannot be opened: ${fault}`);
  if (!(await people.wants(questionOf(server.name, page), signal))) return 'skipped';
  people.show(server, page.url);
  return 'opened';
}

function tolerancesOf(names: readonly string[]): Tolerances {
  return Object.fromEntries(names.map((name) => [name, true]));
}
