import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from './http-request.ts';

const maxBodyBytes = 64 * 1024 * 1024;

/** Reads a request; `undefined` where its body is too large. */
export async function readRequest(request: IncomingMessage): Promise<HttpRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  const fields = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(fields) as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  };
}
