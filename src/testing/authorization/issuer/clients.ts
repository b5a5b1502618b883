import { randomUUID, type JsonWebKey } from 'node:crypto';
import type { ClientDocument, IssuerOptions, ScriptedAuthMethod } from './issuer-options.ts';

/** A client as an authorization server knows it. */
export interface KnownClient {
  readonly id: string;
  readonly secret: string | undefined;
  readonly authMethod: ScriptedAuthMethod;
  readonly keys: readonly JsonWebKey[];
  readonly redirectUris: readonly string[];
  readonly idAtResource: string;
  readonly isRegistered: boolean;
}

/** The clients of one authorization server. */
export class Clients {
  readonly #known = new Map<string, KnownClient>();
  readonly #documents: Readonly<Record<string, ClientDocument>>;

  constructor({ clients = [], clientDocuments = {} }: IssuerOptions) {
    this.#documents = clientDocuments;
    for (const { clientId: id, clientSecret: secret, jwk, ...client } of clients) {
      const usual = secret === undefined ? 'none' : 'client_secret_basic';
      this.#known.set(id, {
        id,
        secret,
        authMethod: client.authMethod ?? (jwk === undefined ? usual : 'private_key_jwt'),
        keys: jwk === undefined ? [] : [jwk],
        redirectUris: client.redirectUris ?? [],
        idAtResource: client.idAtResource ?? id,
        isRegistered: false,
      });
    }
  }

  find(id: string): KnownClient | undefined {
    const document = this.#documents[id];
    return document?.client_id === id ? fromDocument(document) : this.#known.get(id);
  }

  register(authMethod: ScriptedAuthMethod, redirectUris: readonly string[]): KnownClient {
    const id = `client-${randomUUID()}`;
    const hasSecret = authMethod.startsWith('client_secret');
    const secret = hasSecret ? `secret/${randomUUID()}+%` : undefined;
    const client = { id, secret, authMethod, keys: [], redirectUris, idAtResource: id };
    const known = { ...client, isRegistered: true };
    this.#known.set(id, known);
    return known;
  }

  /** Forgets every client that registered, as some servers do after a while. */
  purge(): void {
    for (const { id, isRegistered } of this.#known.values()) {
      if (isRegistered) this.#known.delete(id);
    }
  }
}

function fromDocument(document: ClientDocument): KnownClient {
  const { client_id: id, redirect_uris: redirectUris, jwks } = document;
  return {
    id,
    secret: undefined,
    authMethod: document.token_endpoint_auth_method ?? 'none',
    keys: jwks?.keys ?? [],
    redirectUris,
    idAtResource: id,
    isRegistered: false,
  };
}
