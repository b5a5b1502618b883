import type { Fault } from './fault.ts';

/** A reply of HTTP as it is sent. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const page = '<!doctype html><title>Gateway</title><h1>Please come back later</h1>';

/** The reply that a fault gives in the place of any work; `undefined` if it gives none. */
export function planReply(fault: Fault): HttpReply | undefined {
  if (fault.kind === 'status') {
    const challenge = fault.status === 401 ? { 'www-authenticate': 'Bearer realm="scripted"' } : {};
    const { status, headers, body = '' } = fault;
    return { status, headers: { ...challenge, ...lowerCase(headers) }, body };
  }
  if (fault.kind === 'page') {
    const { status = 200, html = page } = fault;
    return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
  }
  if (fault.kind === 'redirect') {
    return { status: fault.status ?? 307, headers: { location: fault.to }, body: '' };
  }
  return undefined;
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
