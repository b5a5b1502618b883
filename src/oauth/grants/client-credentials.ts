import type { PrivateKey } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import { requestTokens } from '../token/request-tokens.ts';
import type { TokenClient } from '../token/token-client.ts';
import type { Grant } from './grant.ts';
import type { TokenGrant } from './token-grant.ts';
import { offersGrant, scopeParameter } from './offers-grant.ts';

/** A program that signs in as itself. @public */
export interface ClientCredentialsOptions {
  readonly clientId: string;
  /** Its secret, if it has no key. */
  readonly clientSecret?: string;
  /** The key that it signs assertions about itself with. */
  readonly privateKey?: ClientKey;
  /** How it authenticates. Default: `private_key_jwt` with a key, else what the server lists, Basic first. */
  readonly authMethod?: string;
}

/** A private key of a client. @public */
export type ClientKey =
  | { readonly pem: string; readonly algorithm: string; readonly keyId?: string }
  | { readonly jwk: object; readonly algorithm: string; readonly keyId?: string };

/**
 * Tokens for a program of its own, without a person: the grant `client_credentials`. A server is told of it where
 * `extensions: [{ id: 'io.modelcontextprotocol/oauth-client-credentials' }]` stands in the options of `connect`.
 *
 * @throws OAuthError `INVALID_ARGUMENT` without a secret and without a key
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4 | RFC 6749 §4.4}
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.2 | RFC 7523 §2.2}
 * @public
 */
export function clientCredentials(options: ClientCredentialsOptions): Grant {
  const { clientId, clientSecret, privateKey, authMethod } = options;
  const isTls = authMethod?.endsWith('tls_client_auth') === true;
  if (clientId === '' || (clientSecret === undefined && privateKey === undefined && !isTls)) {
    const words = 'clientCredentials: expected clientId, and clientSecret or privateKey';
    throw new OAuthError('INVALID_ARGUMENT', words);
  }
  let key: Promise<PrivateKey> | undefined;
  const client = async (): Promise<TokenClient> => {
    if (privateKey !== undefined) key ??= openClientKey(privateKey);
    const opened = await key;
    return {
      from: 'configuration',
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      ...(authMethod !== undefined && { authMethod }),
      ...(opened !== undefined && { privateKey: opened }),
    };
  };
  const grant: TokenGrant = {
    name: 'client credentials',
    interactive: false,
    usesCode: false,
    isOffered: (server) => offersGrant(server, 'client_credentials'),
    client,
    acquire: async (situation) =>
      await requestTokens(
        situation,
        await client(),
        'client_credentials',
        scopeParameter(situation.scope),
      ),
  };
  return grant;
}

async function openClientKey(given: ClientKey): Promise<PrivateKey> {
  const { importJWK, importPKCS8 } = await import('../keys.ts');
  const { algorithm, keyId } = given;
  try {
    const key =
      'pem' in given
        ? await importPKCS8(given.pem, algorithm)
        : await importJWK({ ...given.jwk }, algorithm);
    if (key instanceof Uint8Array || !key.usages.includes('sign'))
      throw new TypeError('a key that signs nothing');
    return { key, ...(keyId !== undefined && { kid: keyId }) };
  } catch {
    // What the library says of a key it could not read may quote it.
    const form = 'pem' in given ? 'PKCS#8 in PEM' : 'a private key as JWK';
    const words = `the private key cannot be used: expected ${form}, for ${algorithm}`;
    throw new OAuthError('INVALID_ARGUMENT', words);
  }
}
