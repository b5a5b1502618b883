import { request as send, type ServerResponse } from 'node:http';
import type { HttpRequest } from '../../carriers/http/http-request.ts';

const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'authorization'];

/** Lets a request through to the MCP server behind, and its answer back as it comes. */
export function forward(
  { method, headers, body }: HttpRequest,
  response: ServerResponse,
  url: string,
): void {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
  const passed = { ...Object.fromEntries(kept), 'content-length': Buffer.byteLength(body) };
  const onward = send(url, { method, headers: passed }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    response.flushHeaders();
    incoming.pipe(response);
    incoming.on('error', () => response.destroy());
  });
  onward.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  });
  response.on('close', () => onward.destroy());
  onward.end(body);
}
