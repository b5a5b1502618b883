import { quote } from '../../protocol/index.ts';
import type { HeaderFields } from './credentials.ts';
import { withhold } from './withhold.ts';

/** What a reply's head says, as far as the plan needs it. */
export interface ReplyHead {
  readonly status: number;
  /** The `Content-Type` as it came; `undefined` where the field is absent. */
  readonly contentType: string | undefined;
  /** Whether the message was a request, which has an answer. */
  readonly forRequest: boolean;
  /** The header fields of the request, of which nothing is repeated. */
  readonly sent?: HeaderFields;
}

/** What to do with the body of a reply. */
export type ReplyPlan =
  /** One JSON value, or an array of them; without a type it is read as JSON too. */
  | { readonly kind: 'read-json' }
  | { readonly kind: 'read-events' }
  /** The message was accepted, and the body has no meaning. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'redirected' }
  /** A status that is no success; the body says why. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'unusable'; readonly why: string };

/**
 * Decides from the head of a reply how its body is read. Only the media type counts, in any case
 * and with any parameters.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages | Sending messages}
 */
export function planReply({ status, contentType, forRequest, sent = {} }: ReplyHead): ReplyPlan {
  if (isRedirect(status)) return { kind: 'redirected' };
  if (status < 200 || status > 299) return { kind: 'refused' };
  // The specification wants 202 without a body; servers in use answer 200 or 204, some with a body.
  if (!forRequest) return { kind: 'accepted' };
  if (status === 204 || status === 205) {
    return { kind: 'unusable', why: 'this status has no body, and the request wants an answer' };
  }
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === '' || isJson(mediaType)) return { kind: 'read-json' };
  if (mediaType === 'text/event-stream') return { kind: 'read-events' };
  const got = quote(withhold(contentType ?? '', sent).slice(0, 100));
  return {
    kind: 'unusable',
    why: `expected the Content-Type application/json or text/event-stream, got ${got}`,
  };
}

/** Whether a status sends the request elsewhere. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** The media type without parameters, in lower case; of several the first. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1).join('').trim().toLowerCase();
}

function isJson(mediaType: string): boolean {
  return (
    mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json')
  );
}
