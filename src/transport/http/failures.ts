import { quote, type ChannelFailure } from '../../protocol/index.ts';
import type { HeaderFields } from './credentials.ts';
import type { ExchangeFault } from './exchange.ts';
import { withhold, withoutSecrets } from './withhold.ts';

/** A reply whose status is no success, and the request that it refuses. */
export interface RefusedReply {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: string;
  /** The header fields of the request. */
  readonly sent: HeaderFields;
  readonly withCredentials: boolean;
}

type StatusFailure = Extract<ChannelFailure, { kind: 'http-status' }>;

/** The failure that a refusal is, with nothing in it that was said in confidence. */
export function statusFailure(reply: RefusedReply): StatusFailure {
  const body = withhold(reply.body, reply.sent);
  return {
    kind: 'http-status',
    status: reply.status,
    headers: withoutSecrets(reply.headers, reply.sent),
    body,
    json: parseJson(body),
    inSession: 'Mcp-Session-Id' in reply.sent,
    withCredentials: reply.withCredentials,
  };
}

/** The failure of an exchange that broke before its reply began. */
export function unreachable({ systemCode, detail }: ExchangeFault): ChannelFailure {
  return { kind: 'unreachable', systemCode, detail };
}

/** The failure of a stream that broke. */
export function broken({ systemCode, detail }: ExchangeFault): ChannelFailure {
  const code = systemCode === undefined ? '' : ` (${systemCode})`;
  return { kind: 'stream-ended', how: 'broken', detail: detail + code };
}

/** The failure of a stream that the server closed. */
export function ended(sent: HeaderFields = {}, headers: HeaderFields = {}): ChannelFailure {
  const detail = `the server closed it${noteEncoding(headers, sent)}`;
  return { kind: 'stream-ended', how: 'ended', detail };
}

/** The failure of a text that should have been a message. */
export function unreadable(
  text: string,
  sent: HeaderFields,
  headers: HeaderFields = {},
): ChannelFailure {
  const begin = quote(withhold(text, sent).slice(0, 80));
  const found = `expected JSON, got ${text.length} characters that begin with ${begin}`;
  return { kind: 'unreadable-message', detail: found + noteEncoding(headers, sent) };
}

/** No encoding is asked for; a gateway that encodes all the same makes any text unreadable. */
function noteEncoding(headers: HeaderFields, sent: HeaderFields): string {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return '';
  return `; its Content-Encoding is ${quote(withhold(encoding, sent).slice(0, 50))}`;
}

/** A JSON value, or `undefined`, which no JSON text means. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
