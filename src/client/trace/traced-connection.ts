import {
  Connection,
  type CallForm,
  type ConnectionParts,
  type JsonObject,
  type McpError,
  type PendingCall,
  type Progress,
  type RequestId,
} from '../../protocol/index.ts';
import { networkOf, requestSpan } from './request-span.ts';
import { endOfError, endOfResult } from './span-end.ts';
import { withTraceContext } from './trace-context.ts';
import { tracedTarget } from './traced-target.ts';
import type { TraceEnd } from './tracer.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

/** A call of which more is known than the engine needs. */
export interface TraceableCall extends PendingCall {
  /** What its span belongs to. Default: what is active. */
  readonly scope?: unknown;
  /** Why its result was of no use. */
  readonly fault?: unknown;
}

/** A connection whose every request has a span and carries the trace context to the server. */
export class TracedConnection extends Connection {
  readonly #tracing: Tracing;
  readonly #waiting = new Map<RequestId, TracedCall>();

  /** @param scope - what the start of the server belongs to */
  constructor(parts: ConnectionParts, tracing: Tracing, scope: unknown) {
    super({ ...parts, target: tracedTarget(parts.target, tracing, scope) });
    this.#tracing = tracing;
  }

  override call(call: TraceableCall, params: JsonObject | undefined, form: CallForm): number {
    const { name, attributes } = requestSpan(call.method, params);
    const version = { 'mcp.protocol.version': form.era.revision };
    const span = this.#tracing.begin(name, {
      kind: 'client',
      parent: call.scope ?? this.#tracing.active(),
      attributes: { ...attributes, ...version, ...networkOf(this.kind) },
    });
    const traced = new TracedCall(call, span, (id) => this.#waiting.delete(id));
    try {
      const id = super.call(traced, withTraceContext(params, span.carried()), form);
      if (traced.begun(id)) this.#waiting.set(id, traced);
      return id;
    } catch (error) {
      traced.end(endOfError(error));
      throw error;
    }
  }

  override drop(id: RequestId): void {
    super.drop(id);
    // Another question was answered first, and this one is nobody's any more.
    this.#waiting.get(id)?.end({ failed: false, attributes: {} });
  }
}

/** A call that ends its span before whoever waits for it is told. */
class TracedCall implements PendingCall {
  readonly method: string;
  readonly maxTotalMs: number;
  readonly subject: string | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly lingers: PendingCall['lingers'];
  readonly #call: TraceableCall;
  readonly #span: OpenSpan;
  readonly #ended: (id: RequestId) => void;
  #id: RequestId | undefined;
  #isOver = false;

  constructor(call: TraceableCall, span: OpenSpan, ended: (id: RequestId) => void) {
    this.method = call.method;
    this.maxTotalMs = call.maxTotalMs;
    this.subject = call.subject;
    this.onProgress = call.onProgress;
    this.lingers = call.lingers;
    this.#call = call;
    this.#span = span;
    this.#ended = ended;
  }

  /** As it is now: something long has none once it has begun. */
  get timeoutMs(): number {
    return this.#call.timeoutMs;
  }

  /** Tells its id; `false`: it is over already. */
  begun(id: RequestId): boolean {
    this.#id = id;
    return !this.#isOver;
  }

  resolve(result: object): void {
    try {
      this.#call.resolve(result);
    } finally {
      // Whether the result was of use is known once it was read.
      const { fault } = this.#call;
      this.end(fault === undefined ? endOfResult(this.method, result) : endOfError(fault));
    }
  }

  reject(error: McpError): void {
    this.end(endOfError(error));
    this.#call.reject(error);
  }

  end({ attributes, ...end }: TraceEnd): void {
    this.#isOver = true;
    const id = this.#id;
    if (id !== undefined) this.#ended(id);
    const named = id === undefined ? {} : { 'jsonrpc.request.id': String(id) };
    this.#span.end({ ...end, attributes: { ...attributes, ...named } });
  }
}
