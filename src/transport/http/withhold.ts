import type { HeaderFields } from './credentials.ts';
import { isReservedHeader } from './plan-request.ts';

/**
 * Takes out of a server's words what was sent to it in confidence: the session id and the values of
 * all fields that are not the protocol's. Servers do repeat them in their error messages.
 *
 * Very short values stay: a server's text is full of them by chance.
 */
export function withhold(text: string, sent: HeaderFields): string {
  let shown = text;
  for (const name of Object.keys(sent)) {
    const lower = name.toLowerCase();
    if (isReservedHeader(lower) && lower !== 'mcp-session-id') continue;
    const value = (sent[name] ?? '').trim();
    for (const secret of [value, value.slice(value.lastIndexOf(' ') + 1)]) {
      if (secret.length >= minSecretLength) shown = shown.replaceAll(secret, '[withheld]');
    }
  }
  return shown;
}

const minSecretLength = 8;

/**
 * The fields of a reply without those that hold a secret of the server, and without what was sent to
 * it in confidence: gateways repeat a request in fields of their own.
 */
export function withoutSecrets(headers: HeaderFields, sent: HeaderFields): HeaderFields {
  const { 'mcp-session-id': _session, 'set-cookie': _cookie, ...rest } = headers;
  const fields = Object.entries(rest).map(([name, value]) => [name, withhold(value, sent)]);
  return Object.fromEntries(fields) as HeaderFields;
}
