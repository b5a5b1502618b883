import type { JsonObject } from '../../../protocol/index.ts';

/** A message with a method. */
export interface Called {
  readonly method: string;
  readonly params: JsonObject;
}

/**
 * What a modern request says in its header fields other than in its body; `undefined` if they agree.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata | Request metadata}
 */
export function disagreementIn(
  headers: Readonly<Record<string, string>>,
  { method, params }: Called,
): string | undefined {
  const meta = params['_meta'] as JsonObject | undefined;
  const said = {
    'mcp-protocol-version': meta?.['io.modelcontextprotocol/protocolVersion'],
    'mcp-method': method,
    'mcp-name': nameIn(method, params),
  };
  for (const [field, value] of Object.entries(said)) {
    const sent = decoded(headers[field]);
    if (value !== undefined && sent !== value) {
      return `the body says ${JSON.stringify(value)}, and ${field} ${JSON.stringify(sent)}`;
    }
  }
  return undefined;
}

function nameIn(method: string, params: JsonObject): unknown {
  if (method === 'resources/read') return params['uri'];
  return method === 'tools/call' || method === 'prompts/get' ? params['name'] : undefined;
}

function decoded(value: string | undefined): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString();
}
