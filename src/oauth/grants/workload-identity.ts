import { OAuthError } from '../errors.ts';
import { requestTokens } from '../token/request-tokens.ts';
import type { TokenClient } from '../token/token-client.ts';
import { askCaller } from './ask-caller.ts';
import type { Grant } from './grant.ts';
import type { TokenGrant } from './token-grant.ts';
import { offersGrant, scopeParameter } from './offers-grant.ts';

/** A workload that its platform vouches for. @public */
export interface WorkloadIdentityOptions {
  /** The JWT that the platform issued, or what gives it anew. */
  readonly assertion: string | (() => string | Promise<string>);
  /** Where the authorization server wants to know one. */
  readonly clientId?: string;
}

export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Tokens for a workload, by an assertion of its platform. What the server refuses is told, and is
 * not tried in another way.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.1 | RFC 7523 §2.1}
 * @public
 */
export function workloadIdentity({ assertion, clientId = '' }: WorkloadIdentityOptions): Grant {
  const client: TokenClient = { from: 'configuration', clientId, authMethod: 'none' };
  const ask = typeof assertion === 'function' ? assertion : () => assertion;
  const current = async (signal: AbortSignal): Promise<string> => {
    const given: unknown = await askCaller(ask, 'the assertion of a workload', signal);
    if (typeof given === 'string' && given !== '') return given;
    const words = 'workloadIdentity: expected an assertion, a text that is not empty';
    throw new OAuthError('INVALID_ARGUMENT', words);
  };
  const grant: TokenGrant = {
    name: 'workload identity',
    interactive: false,
    usesCode: false,
    isOffered: (server) => offersGrant(server, jwtBearer),
    client: async () => client,
    acquire: async (situation) =>
      await requestTokens(situation, client, jwtBearer, {
        assertion: await current(situation.signal),
        ...scopeParameter(situation.scope),
      }),
  };
  return grant;
}
