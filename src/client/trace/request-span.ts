import type { Connection, JsonObject } from '../../protocol/index.ts';
import type { TraceAttributes } from './tracer.ts';

/** What a request is called in a trace. */
export interface RequestSpan {
  readonly name: string;
  readonly attributes: TraceAttributes;
}

/**
 * The span of a request, as OpenTelemetry's conventions for MCP have it. A URI stands in no name:
 * there would be as many names as resources.
 *
 * @see {@link https://github.com/open-telemetry/semantic-conventions-genai/blob/v0.1.0/docs/gen-ai/mcp.md#client | Conventions for MCP 0.1.0, Client}
 */
export function requestSpan(method: string, params: JsonObject | undefined): RequestSpan {
  const about = subjectOf(method, params);
  const target = about['gen_ai.tool.name'] ?? about['gen_ai.prompt.name'];
  return {
    name: target === undefined ? method : `${method} ${target}`,
    attributes: { 'mcp.method.name': method, ...about },
  };
}

/** Over what the messages go. HTTP is taken to go over TCP: no run-time says that it is QUIC. */
export function networkOf(kind: Connection['kind']): TraceAttributes {
  if (kind === 'pipe') return { 'network.transport': 'pipe' };
  return { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
}

function subjectOf(method: string, params: JsonObject = {}): TraceAttributes {
  switch (method) {
    case 'tools/call':
      return {
        'gen_ai.operation.name': 'execute_tool',
        ...named('gen_ai.tool.name', params['name']),
      };
    case 'prompts/get':
      return named('gen_ai.prompt.name', params['name']);
    case 'completion/complete': {
      const ref = params['ref'] as JsonObject | undefined;
      return ref?.['type'] === 'ref/prompt' ? named('gen_ai.prompt.name', ref['name']) : {};
    }
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      return named('mcp.resource.uri', params['uri']);
    default:
      return {};
  }
}

function named(key: string, value: unknown): TraceAttributes {
  return typeof value === 'string' ? { [key]: value } : {};
}
