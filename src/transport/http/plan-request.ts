import type { ExchangeRequest } from './exchange.ts';
import type { HeaderFields } from './credentials.ts';
import { findHeaderFault } from './header-check.ts';

/** What the header fields of one request are made of. */
export interface RequestParts {
  readonly method: ExchangeRequest['method'];
  /** The legacy session, where one was issued. */
  readonly sessionId?: string | undefined;
  /** The negotiated revision, where the era has it on every request. */
  readonly revision?: string | undefined;
  /** The position after which a stream goes on. */
  readonly lastEventId?: string | undefined;
  /** The fields that the message itself needs. */
  readonly message?: HeaderFields | undefined;
  readonly credentials?: HeaderFields | undefined;
  /** The fields that the user gave for every request. */
  readonly user?: HeaderFields | undefined;
}

/** The header fields of a request, or why it cannot be sent. */
export type RequestPlan =
  | { readonly ok: true; readonly headers: HeaderFields }
  | { readonly ok: false; readonly detail: string };

/**
 * Plans the header fields of a request. Of two fields with one name the protocol's wins over that of
 * the credentials, and this one over the user's; a field of the protocol or of HTTP's framing is
 * taken from nobody else.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server | Sending messages to the server}
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header | Protocol version header}
 */
export function planRequest(parts: RequestParts): RequestPlan {
  const headers: Record<string, string> = {};
  addForeign(headers, parts.user);
  addForeign(headers, parts.credentials);
  if (parts.method !== 'DELETE') headers['Accept'] = accepted[parts.method];
  // A GET or DELETE with a content type is taken for one with a broken body by some servers.
  if (parts.method === 'POST') headers['Content-Type'] = 'application/json';
  if (parts.sessionId !== undefined) headers['Mcp-Session-Id'] = parts.sessionId;
  if (parts.revision !== undefined) headers['MCP-Protocol-Version'] = parts.revision;
  if (parts.lastEventId !== undefined) headers['Last-Event-ID'] = toUtf8Units(parts.lastEventId);
  Object.assign(headers, parts.message);
  const detail = findHeaderFault(headers);
  return detail === undefined ? { ok: true, headers } : { ok: false, detail };
}

const accepted = {
  POST: 'application/json, text/event-stream',
  GET: 'text/event-stream',
} as const;

/** Whether a field belongs to the protocol or to the framing of HTTP, so that only we may set it. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return reserved.has(lower) || lower.startsWith('mcp-param-');
}

const reserved: ReadonlySet<string> = new Set([
  'accept',
  // Not every way to exchange decodes, so no encoding is asked for.
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Names become lower case, so that a later field replaces an earlier one however it is spelled. */
function addForeign(headers: Record<string, string>, fields: HeaderFields | undefined): void {
  for (const name in fields) {
    const lower = name.toLowerCase();
    if (!isReservedHeader(lower)) headers[lower] = fields[name] as string;
  }
}

/** An event id is text; on the wire it is UTF-8 (HTML, server-sent events, the Last-Event-ID header). */
function toUtf8Units(text: string): string {
  if (!/[^\t -~]/.test(text)) return text;
  let units = '';
  for (const byte of new TextEncoder().encode(text)) units += String.fromCharCode(byte);
  return units;
}
