import type { JsonObject } from '../../protocol/index.ts';

/** Version, trace, parent and flags; no id is all zeros. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** A key and its value in `tracestate`; the value does not end with a space. */
const stateMember =
  /^((?:[a-z][\da-z_*/-]{0,255}|[\da-z][\da-z_*/-]{0,240}@[a-z][\da-z_*/-]{0,13}))=[\u0020-\u002b\u002d-\u003c\u003e-\u007e]{0,255}[\u0021-\u002b\u002d-\u003c\u003e-\u007e]$/;

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const baggageValue = /^[\u0021\u0023-\u002b\u002d-\u003a\u003c-\u005b\u005d-\u007e]*$/;

/**
 * Parameters with the trace context that goes with them, in members of `_meta` without a prefix.
 * What a caller put there stays: `traceparent` and `tracestate` are a pair, and either of the
 * caller's keeps both of the tracer's out.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta | Trace context in _meta}
 */
export function withTraceContext(
  params: JsonObject | undefined,
  carried: Readonly<Record<string, unknown>> | undefined,
): JsonObject | undefined {
  const own = params?.['_meta'] ?? {};
  if (carried === undefined || typeof own !== 'object' || Array.isArray(own)) return params;
  const added = membersFrom(carried, own);
  if (Object.keys(added).length === 0) return params;
  return { ...params, _meta: { ...added, ...own } };
}

function membersFrom(carried: Readonly<Record<string, unknown>>, own: object): JsonObject {
  const { traceparent: parent, tracestate: state, baggage } = carried;
  const hasOwnTrace = 'traceparent' in own || 'tracestate' in own;
  const isTraced = !hasOwnTrace && typeof parent === 'string' && traceparent.test(parent);
  return {
    ...(isTraced && { traceparent: parent }),
    // Without its parent a state says nothing (Trace Context, 3.3).
    ...(isTraced && isTraceState(state) && { tracestate: state }),
    ...(isBaggage(baggage) && { baggage }),
  };
}

/** @see {@link https://www.w3.org/TR/trace-context/#tracestate-header | Trace Context, 3.3} */
function isTraceState(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  // Members may be empty and have space around them.
  const members = value.split(',').map(trim).filter(Boolean);
  const keys = new Set(members.map((member) => stateMember.exec(member)?.[1]));
  const isWhole = !keys.has(undefined) && keys.size === members.length;
  return isWhole && members.length > 0 && members.length <= 32;
}

/** @see {@link https://www.w3.org/TR/baggage/#baggage-http-header-format | Baggage, 3.2} */
function isBaggage(value: unknown): value is string {
  // Who passes it on need not take more than 64 members or 8192 bytes.
  if (typeof value !== 'string' || value.length > 8_192) return false;
  const members = value.split(',');
  return members.length <= 64 && members.every(isBaggageMember);
}

function isBaggageMember(member: string): boolean {
  const [entry = '', ...properties] = member.split(';');
  return isPair(entry) && properties.every((each) => isPair(each) || token.test(trim(each)));
}

function isPair(text: string): boolean {
  const cut = text.indexOf('=');
  if (cut === -1) return false;
  return token.test(trim(text.slice(0, cut))) && baggageValue.test(trim(text.slice(cut + 1)));
}

function trim(text: string): string {
  return text.replaceAll(/^[ \t]+|[ \t]+$/g, '');
}
