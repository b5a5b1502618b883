import type { Entry, IssuerEntry, RegisteredClient, TokenSet } from './entry.ts';

/** What is kept for one issuer. Issuers are texts of servers, and may be named as a member of every object is. */
export function ofIssuer(entry: Entry, issuer: string): IssuerEntry {
  return (Object.hasOwn(entry.issuers, issuer) ? entry.issuers[issuer] : undefined) ?? {};
}

/** The entry with these tokens of one issuer, or with none; its client and all others stay. */
export function withTokens(entry: Entry, issuer: string, tokens: TokenSet | undefined): Entry {
  const changed: { tokens?: TokenSet } = { ...ofIssuer(entry, issuer) };
  if (tokens === undefined) delete changed.tokens;
  else changed.tokens = tokens;
  return { ...entry, issuers: { ...entry.issuers, [issuer]: changed } };
}

/** The entry with this client of one issuer, or with none. */
export function withClient(
  entry: Entry,
  issuer: string,
  client: RegisteredClient | undefined,
): Entry {
  const changed: { client?: RegisteredClient } = { ...ofIssuer(entry, issuer) };
  if (client === undefined) delete changed.client;
  else changed.client = client;
  return { ...entry, issuers: { ...entry.issuers, [issuer]: changed } };
}

/** Another issuer than this one at which a client of the configuration was used. */
export function otherIssuerOf(
  { issuers }: Entry,
  issuer: string,
  clientId: string,
): string | undefined {
  const others = Object.entries(issuers).filter(([name]) => name !== issuer);
  return others.find(
    ([, { client }]) => client?.from === 'configuration' && client.clientId === clientId,
  )?.[0];
}

/** Whether two sets came from the same answer of a server. */
export function isSameSet(one: TokenSet | undefined, other: TokenSet | undefined): boolean {
  return (
    one?.accessToken === other?.accessToken &&
    one?.refreshToken === other?.refreshToken &&
    one?.issuedAt === other?.issuedAt
  );
}
