import { encodeHeaderValue, isPlain, type HeaderOutcome } from './header-value.ts';

/**
 * Which member of the parameters names what a request is about, for the methods of the core. An
 * extension adds its own to a copy.
 */
export const coreNameMembers: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/**
 * The header fields that repeat a message of the modern era on HTTP.
 *
 * The specification leaves those of notifications open; they get the version and the method.
 *
 * @param params - the very parameters that are serialised
 * @param toolFields - the fields that the arguments of a tool call add, ready to be sent
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata | Request metadata}
 */
export function modernHeaders(
  revision: string,
  method: string,
  params: object | undefined,
  toolFields?: Readonly<Record<string, string>>,
  nameMembers: ReadonlyMap<string, string> = coreNameMembers,
): HeaderOutcome {
  // Only names and arguments may be encoded: a method that needs it cannot be sent.
  if (!isPlain(method)) return { ok: false, why: 'the method cannot stand in a header' };
  const headers: Record<string, string> = {
    'MCP-Protocol-Version': revision,
    'Mcp-Method': method,
  };
  const member = nameMembers.get(method);
  if (member !== undefined) {
    const name = readOwn(params, member);
    if (typeof name !== 'string') return { ok: false, why: `params.${member} is not a string` };
    const encoded = encodeHeaderValue(name);
    if (encoded === undefined) return { ok: false, why: `params.${member} has a lone surrogate` };
    headers['Mcp-Name'] = encoded;
  }
  if (toolFields !== undefined) Object.assign(headers, toolFields);
  return { ok: true, headers };
}

function readOwn(params: object | undefined, member: string): unknown {
  if (params === undefined || !Object.hasOwn(params, member)) return undefined;
  return params[member as keyof typeof params];
}
