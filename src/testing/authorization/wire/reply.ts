import type { HttpReply } from '../../faults/http-reply.ts';

/** A document; nobody may keep it. */
export function jsonReply(
  document: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const fields = { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers };
  return { status, headers: fields, body: JSON.stringify(document) };
}

/** A page for a person. */
export function pageReply(words: string, status = 200): HttpReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>Sign-in</title><p>${words}`,
  };
}

/** Sends the browser to an address with more parameters. */
export function redirectReply(to: string, parameters: Readonly<Record<string, string>>): HttpReply {
  const url = new URL(to);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href }, body: '' };
}
