import { PeerError, TransportError, type McpError } from '../errors.ts';
import { commonRevision, type Revision } from '../revisions/registry.ts';
import { fitsWish, type RevisionWish } from './wish.ts';

/**
 * What a request met that asked a server for its era: `server/discover`, or `initialize`.
 *
 * Only a definite word of the server decides; a refusal to talk at all says nothing of an era.
 */
export type ProbeVerdict =
  /** Speak this revision with it. */
  | { readonly kind: 'speaks'; readonly revision: Revision }
  /** It speaks nothing that is wanted here. */
  | { readonly kind: 'no-common-revision'; readonly offered: readonly string[] }
  /** It answered like something that does not know this question. */
  | { readonly kind: 'not-understood' }
  /** It knows the era, and refused for another reason. */
  | { readonly kind: 'refused' }
  /** Nothing was learnt: it wants a sign-in, is overloaded, is unreachable. */
  | { readonly kind: 'no-evidence' };

/** The codes by which a modern server makes itself known (2026-07-28/basic/versioning). */
const modernCodes: readonly number[] = [-32020, -32021, -32022];

/** The revision to speak with a server that listed these, or that there is none. */
export function chooseFrom(offered: readonly string[], wish: RevisionWish): ProbeVerdict {
  const revision = commonRevision(offered, (candidate) => fitsWish(wish, candidate));
  return revision === undefined
    ? { kind: 'no-common-revision', offered }
    : { kind: 'speaks', revision };
}

/** What an error means that answered `server/discover` or `initialize`. */
export function classifyRefusal(error: McpError, wish: RevisionWish): ProbeVerdict {
  if (error instanceof PeerError) return classifyPeerError(error, wish);
  if (error instanceof TransportError) return { kind: evidenceOf(error) };
  return { kind: 'no-evidence' };
}

function classifyPeerError(error: PeerError, wish: RevisionWish): ProbeVerdict {
  const offered = supportedIn(error.data);
  if (error.code === -32022 && offered !== undefined) return chooseFrom(offered, wish);
  // The legacy handshake refuses a version with -32602 and the same list (2025-11-25/basic/lifecycle).
  if (error.code === -32602 && offered !== undefined) return chooseFrom(offered, wish);
  if (modernCodes.includes(error.code) && error.code !== -32022) return { kind: 'refused' };
  return { kind: 'not-understood' };
}

function evidenceOf({ failure }: TransportError): 'not-understood' | 'no-evidence' {
  if (failure.kind === 'unusable-reply') return 'not-understood';
  if (failure.kind !== 'http-status') return 'no-evidence';
  const { status } = failure;
  const saysNothing = status >= 500 || [401, 403, 407, 408, 429].includes(status);
  return saysNothing ? 'no-evidence' : 'not-understood';
}

/** The list of versions in the data of an error, or `undefined`. */
function supportedIn(data: unknown): readonly string[] | undefined {
  const supported = (data as { readonly supported?: unknown } | null | undefined)?.supported;
  if (!Array.isArray(supported)) return undefined;
  const versions = supported.filter((version): version is string => typeof version === 'string');
  return versions.length === 0 ? undefined : versions;
}
