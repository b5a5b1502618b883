import { OAuthError } from '../errors.ts';
import type { Situation } from '../grants/situation.ts';
import type { RegisteredClient } from '../keeping/entry.ts';
import { quote } from '../network/quote.ts';
import { coversRedirectUri } from '../authorization/redirect-uri.ts';
import type { ClientOptions, PreRegisteredClient } from './client-options.ts';
import { configuredFor, nextWay, refusesClient, type Way } from './next-way.ts';
import { noClient } from './no-client.ts';
import { registerClient } from './register-client.ts';
import { registrationMetadata } from './registration-metadata.ts';

/** What a search needs besides the options. */
export interface ClientSearchOrder {
  readonly situation: Situation;
  readonly options: ClientOptions;
  readonly redirectUri: string;
  readonly scope: string | undefined;
  /** Bounds the time that a person has. */
  readonly waitFor: <T>(ask: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** How often a sign-in begins anew with another client: each time a person is asked again. */
const maxAnew = 1;

/** Looks for a client identity at one issuer, one way after the other: none is tried twice in one sign-in. */
export class ClientSearch {
  readonly #order: ClientSearchOrder;
  readonly #refused = new Set<Way['kind']>();
  #way: Way | undefined;
  #lastError: OAuthError | undefined;
  /** How many clients were refused. */
  #count = 0;

  constructor(order: ClientSearchOrder) {
    this.#order = order;
  }

  /**
   * @throws OAuthError `NO_CLIENT` with what to configure; `REGISTRATION_REFUSED`; what refused the last client
   */
  async next(): Promise<RegisteredClient> {
    const { situation, options, redirectUri } = this.#order;
    for (;;) {
      const way = nextWay(
        {
          server: situation.server,
          redirectUri,
          now: situation.clock.now(),
          configured: options.clients ?? [],
          kept: await situation.clients.read(),
          metadataUrl: options.clientMetadataUrl,
          mayRegister: options.register !== false,
          mayAsk: options.askForClient !== undefined,
        },
        this.#refused,
      );
      if (way === undefined || this.#count > maxAnew)
        throw noClient(situation.server, options, this.#lastError);
      this.#way = way;
      const client = await this.#take(way);
      if (client !== undefined) return client;
      this.#refused.add(way.kind);
    }
  }

  /**
   * Learns why a sign-in with the last client failed.
   *
   * @returns whether the client was the reason, so that the next one may do
   */
  async refuse(error: OAuthError, client: RegisteredClient): Promise<boolean> {
    const way = this.#way;
    if (way === undefined || !refusesClient(error.oauthError, client)) return false;
    this.#refused.add(way.kind);
    this.#lastError = error;
    this.#count += 1;
    const { clients } = this.#order.situation;
    if (way.kind !== 'configured') {
      // Somebody else may have registered anew meanwhile.
      const kept = await clients.read();
      if (kept?.clientId === client.clientId) await clients.write(undefined);
    }
    return true;
  }

  /** `undefined`: this way leads nowhere. */
  async #take(way: Way): Promise<RegisteredClient | undefined> {
    switch (way.kind) {
      case 'configured':
        return await this.#configured(way.client);
      case 'kept':
        return way.client;
      case 'metadata-url':
        return { from: 'metadata-url', clientId: way.url, authMethod: 'none' };
      case 'register':
        return await this.#register();
      case 'ask':
        return await this.#ask();
    }
  }

  async #configured(client: PreRegisteredClient): Promise<RegisteredClient> {
    const { situation, redirectUri } = this.#order;
    const { clients, server } = situation;
    const found = fromConfiguration(client, redirectUri, server.issuer);
    if (client.issuer !== undefined) return found;
    const other = await clients.usedAt(client.clientId);
    // Credentials of one authorization server go to no other.
    if (other !== undefined) throw movedAway(server.issuer, other);
    const { clientSecret: _, ...open } = found;
    await clients.write(open);
    return found;
  }

  async #register(): Promise<RegisteredClient | undefined> {
    const { situation, options, redirectUri, scope } = this.#order;
    const { server } = situation;
    const { clientName, applicationType } = options;
    try {
      const order = { server, clientName, applicationType, redirectUri, scope };
      const client = await registerClient(situation, registrationMetadata(order));
      // At once: a sign-in that nobody finishes must not leave one more client behind each time. But one
      // that tokens were issued to stays until there are others.
      if ((await situation.clients.read()) === undefined) await situation.clients.write(client);
      return client;
    } catch (error) {
      if (!(error instanceof OAuthError) || !isRefusal(error)) throw error;
      this.#lastError = error;
      return undefined;
    }
  }

  async #ask(): Promise<RegisteredClient | undefined> {
    const { situation, options, redirectUri, waitFor } = this.#order;
    const { server, url } = situation;
    const question = { issuer: server.issuer, serverUrl: url, redirectUri };
    const given = await waitFor(
      async (signal) => await options.askForClient?.({ ...question, signal }),
    );
    if (given === undefined || given.clientId.trim() === '') return undefined;
    const { clientId, clientSecret } = given;
    // What was mistyped must not be kept: it is kept once there are tokens.
    return {
      from: 'person',
      clientId: clientId.trim(),
      redirectUri,
      ...(clientSecret === undefined || clientSecret === '' ? {} : { clientSecret }),
    };
  }
}

/** Whether a registration led nowhere, and would not another time. */
function isRefusal({ code }: OAuthError): boolean {
  return code === 'REGISTRATION_REFUSED' || code === 'UNUSABLE_ANSWER';
}

/** The client that tokens were issued to: one of the configuration is read from there, with its secret. */
export async function clientOfTokens(
  options: ClientOptions,
  { server, clients }: Pick<Situation, 'server' | 'clients'>,
): Promise<RegisteredClient | undefined> {
  const kept = await clients.read();
  const configured = configuredFor(options.clients, server.issuer);
  // One that names no issuer is of the one that it was used with, and its secret is for no other.
  const isOfIssuer = configured?.issuer !== undefined || kept?.clientId === configured?.clientId;
  if (configured !== undefined && isOfIssuer) return asRegistered(configured);
  return kept?.from === 'configuration' ? undefined : kept;
}

/** The redirect URI that the client is registered with which comes first. */
export async function registeredRedirectUri(
  options: ClientOptions,
  { server, clients }: Pick<Situation, 'server' | 'clients'>,
): Promise<string | undefined> {
  const configured = configuredFor(options.clients, server.issuer);
  return configured?.redirectUri ?? (await clients.read())?.redirectUri;
}

/** Keeps the client that tokens were issued to, whatever was kept before. */
export async function keepClient(
  { clients }: Pick<Situation, 'clients'>,
  client: RegisteredClient,
): Promise<void> {
  // Those of the configuration are read from there.
  if (client.from === 'configuration') return;
  const kept = await clients.read();
  if (kept?.clientId !== client.clientId || kept.from !== client.from) await clients.write(client);
}

function movedAway(issuer: string, other: string): OAuthError {
  const text = `the configured client was used at ${quote(other)}, and the server now names ${quote(issuer)}`;
  const hint = 'set the issuer of the client in clients, or configure another client';
  return new OAuthError('NO_CLIENT', `${text}; ${hint}`);
}

function fromConfiguration(
  client: PreRegisteredClient,
  redirectUri: string,
  issuer: string,
): RegisteredClient {
  const registered = client.redirectUri;
  if (registered === undefined || coversRedirectUri(registered, redirectUri)) {
    return asRegistered(client);
  }
  const text = `the client that is configured for ${quote(issuer)}: expected the redirect URI ${registered}`;
  throw new OAuthError('NO_CLIENT', `${text}, the receiver has ${redirectUri}`);
}

function asRegistered(client: PreRegisteredClient): RegisteredClient {
  const { clientId, clientSecret, authMethod, redirectUri } = client;
  return {
    from: 'configuration',
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(authMethod === undefined ? {} : { authMethod }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
  };
}
