import type { AuthorizationServer } from 'oauth4webapi';
import { OAuthError } from '../errors.ts';
import { quote } from '../network/quote.ts';
import { type Attempt, nothingFound, textOf } from './attempt.ts';
import type { DiscoveryOrder } from './discovery-order.ts';
import { type Document, firstDocument, type Found, type Reading } from './first-document.ts';
import { missingPkce } from './pkce-gate.ts';
import { withOtherSlash } from './same-issuer.ts';
import { serverCandidates } from './server-candidates.ts';
import { readServer } from './server-document.ts';

/** How many authorization servers of one resource are asked. */
const maxServers = 5;

/**
 * Finds a usable one among the authorization servers that a resource names: first those where there
 * are credentials, then in their order.
 *
 * @throws OAuthError `CANCELLED`; where none is usable, by what was met: `PKCE_NOT_OFFERED`,
 * `ISSUER_MISMATCH`, `TRY_AGAIN`, `URL_REFUSED`, `NO_METADATA`
 */
export async function findServer(
  order: DiscoveryOrder,
  issuers: readonly string[],
  what: string,
): Promise<AuthorizationServer> {
  const all = [...new Set(issuers)];
  const known = all.filter((issuer) => isKnown(order, issuer));
  const sorted = [...known, ...all.filter((issuer) => !known.includes(issuer))];
  const attempts: Attempt[] = [];
  for (const issuer of sorted.slice(0, maxServers)) {
    const found = await findOne(order, issuer);
    if (found.value !== undefined) return found.value;
    attempts.push(...found.attempts);
    // One that fails for the moment must not send anybody to another one to sign in anew.
    if (known.includes(issuer) && found.attempts.some(({ kind }) => kind === 'failing')) break;
  }
  throw nothingFound(what, attempts);
}

/** Reads a document as that of an issuer, and checks what it offers. */
export function readerFor(
  order: DiscoveryOrder,
  issuer: string,
): (document: Document) => Reading<AuthorizationServer> {
  return (document) => {
    const { network } = order;
    const reading = readServer(document, { issuer, network, emptyPathSlash: hasOtherSlash(order) });
    if (reading.kind !== 'read' || order.pkce === false) return reading;
    if (order.tolerances.pkceNotAdvertised === true) return reading;
    const why = missingPkce(reading.value);
    return why === undefined ? reading : { kind: 'no-pkce', why };
  };
}

async function findOne(order: DiscoveryOrder, issuer: string): Promise<Found<AuthorizationServer>> {
  const { network, signal } = order;
  let url: URL;
  try {
    url = network.check(issuer, 'an issuer');
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { attempts: [{ kind: 'refused', text: textOf(error) }] };
  }
  // RFC 8414 §2: an issuer has neither a query nor a fragment.
  if (issuer.includes('?')) {
    return {
      attempts: [{ kind: 'unusable', text: `the issuer ${quote(url.origin)} has a query` }],
    };
  }
  return firstDocument({
    network,
    signal,
    candidates: serverCandidates(url),
    read: readerFor(order, issuer),
  });
}

function isKnown(order: DiscoveryOrder, issuer: string): boolean {
  const { known = () => false } = order;
  const other = hasOtherSlash(order) ? withOtherSlash(issuer) : undefined;
  return known(issuer) || (other !== undefined && known(other));
}

function hasOtherSlash({ strict, tolerances }: DiscoveryOrder): boolean {
  return !strict && tolerances.emptyPathSlash !== false;
}
