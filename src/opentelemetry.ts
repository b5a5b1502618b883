/**
 * Spans of a client as OpenTelemetry has them. What is needed of `@opentelemetry/api` is handed in.
 *
 * @packageDocumentation
 */
import type { TraceAttributes, Tracer } from './client/index.ts';

/** What of a span of `@opentelemetry/api` is used. @public */
export interface OpenTelemetrySpan {
  setAttributes(attributes: TraceAttributes): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

/** What of a tracer of `@opentelemetry/api` is used. @public */
export interface OpenTelemetryTracer {
  startSpan(
    name: string,
    options: { readonly kind: number; readonly attributes: TraceAttributes },
    context: unknown,
  ): OpenTelemetrySpan;
}

/** What of `@opentelemetry/api` itself is used: its module, or these three of its exports. @public */
export interface OpenTelemetryApi {
  readonly context: { active(): unknown };
  readonly propagation: { inject(context: unknown, carrier: object): void };
  readonly trace: { setSpan(context: unknown, span: OpenTelemetrySpan): unknown };
}

/** Numbers of `SpanKind`. */
const kinds = { internal: 0, client: 2 } as const;
/** `SpanStatusCode.ERROR`. */
const failure = 2;

/**
 * The tracer for the option `trace` of `connect`. Spans belong to the context that is active where a
 * request is made; the propagators that are registered say what goes to the server.
 *
 * @param tracer - of `@opentelemetry/api`: `trace.getTracer(…)`
 * @param api - the module `@opentelemetry/api`
 * @public
 */
export function openTelemetry(tracer: OpenTelemetryTracer, api: OpenTelemetryApi): Tracer {
  const { context, propagation, trace } = api;
  return {
    active: () => context.active(),
    begin(name, { kind, attributes, parent }) {
      const around = parent ?? context.active();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, around);
      const scope = trace.setSpan(around, span);
      return {
        scope,
        carried() {
          const carrier = {};
          propagation.inject(scope, carrier);
          return carrier;
        },
        end({ attributes: late, failed, message }) {
          span.setAttributes(late);
          if (failed) span.setStatus({ code: failure, ...(message !== undefined && { message }) });
          span.end();
        },
      };
    },
  };
}
