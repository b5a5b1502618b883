import type { OAuthCredentials } from '../../oauth/index.ts';
import { guardedFetch, type GuardedFetch } from '../../oauth/node/index.ts';
import type { Target } from '../../protocol/index.ts';
import { bearerToken, http, type Credentials } from '../../transport/index.ts';
import type { Environment } from '../environment.ts';
import { resolveHeaders, type RemoteServer } from '../registry/index.ts';
import type { KnownSecrets } from '../secrets/index.ts';
import { signInTo, type ServerSignInParts } from '../sign-in/server-sign-in.ts';
import { HostError } from './host-error.ts';
import type { StartParts } from './start-server.ts';

/** What the ways to remote servers share. */
export interface RemoteWayParts extends Omit<ServerSignInParts, 'fetch'> {
  readonly environment: Environment;
  readonly secrets: KnownSecrets;
}

/**
 * The ways to the remote servers of the registry: Streamable HTTP, from this process. A project's server is reached at
 * public addresses only, each of them checked before it is connected to, and its sign-in too; the user's own over the
 * ordinary connection, private networks included.
 */
export class RemoteWays implements AsyncDisposable {
  readonly #parts: RemoteWayParts;
  readonly #guards = new Map<RemoteServer['scope'], GuardedFetch>();
  readonly #signIns = new Map<string, OAuthCredentials>();

  constructor(parts: RemoteWayParts) {
    this.#parts = parts;
  }

  /** @throws HostError `INVALID_ARGUMENT`, RegistryError, TransportError */
  async open(
    server: RemoteServer,
    asking: Parameters<StartParts['open']>[0],
    signal: AbortSignal,
  ): Promise<Target> {
    const { environment, secrets } = this.#parts;
    const headers = await resolveHeaders(server, { environment, signal });
    secrets.learn(headers);
    const credentials = this.#credentials(server, headers, asking);
    const target = http(server.url, {
      label: server.name,
      headers,
      ...(credentials !== undefined && { credentials }),
      ...(server.scope === 'project' && { dispatcher: await this.#guard('project').dispatcher() }),
    });
    // Without the deprecated transport.
    const { label, kind } = target;
    return { label, kind, open: (...terms) => target.open(...terms) };
  }

  /** The sign-in to a server. */
  signIn(server: RemoteServer): OAuthCredentials {
    let signIn = this.#signIns.get(server.name);
    if (signIn === undefined) {
      const { fetch } = this.#guard(server.scope);
      signIn = signInTo(server, { ...this.#parts, fetch });
      this.#signIns.set(server.name, signIn);
    }
    return signIn;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#guards.values()].map((guard) => guard.close()));
  }

  #guard(scope: RemoteServer['scope']): GuardedFetch {
    let guard = this.#guards.get(scope);
    if (guard === undefined) {
      guard = guardedFetch({ level: scope === 'project' ? 'public' : 'ordinary' });
      this.#guards.set(scope, guard);
    }
    return guard;
  }

  /** A token of the environment, what the headers say, or a sign-in. */
  #credentials(
    server: RemoteServer,
    headers: Readonly<Record<string, string>>,
    asking: Parameters<StartParts['open']>[0],
  ): Credentials | undefined {
    const { bearerEnv } = server;
    if (bearerEnv !== undefined) {
      const token = this.#parts.environment[bearerEnv];
      if (token === undefined || token === '') {
        const words = `there is no variable ${bearerEnv}, which its bearer token comes from`;
        throw new HostError('INVALID_ARGUMENT', words);
      }
      this.#parts.secrets.add(token);
      return bearerToken(token);
    }
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
      return undefined;
    const signIn = this.signIn(server);
    return {
      headers: (request) => signIn.headers(request),
      refused: (refusal) => {
        const answer = signIn.refused(refusal);
        // Meanwhile a person signs in, perhaps.
        return answer instanceof Promise ? asking(() => answer) : answer;
      },
    };
  }
}
