/** What is said of a span. @public */
export type TraceAttributes = Readonly<Record<string, string | number>>;

/** How a span begins. @public */
export interface TraceStart {
  /** `client`: a request to the server. `internal`: something that this side does. */
  readonly kind: 'client' | 'internal';
  readonly attributes: TraceAttributes;
  /** What the span belongs to: from {@link Tracer.active} or {@link TraceSpan.scope}, handed back as it is. */
  readonly parent: unknown;
}

/** How a span ends. @public */
export interface TraceEnd {
  /** What is known only now. */
  readonly attributes: TraceAttributes;
  /** Whether it failed; `error.type` is among the attributes then. */
  readonly failed: boolean;
  /** Why it failed, at most 500 characters; may be the server's own words. */
  readonly message?: string;
}

/** Something that takes time and has begun. @public */
export interface TraceSpan {
  /** What other spans belong to that happen within this one. */
  readonly scope: unknown;
  /**
   * What a request carries to its server: `traceparent`, `tracestate`, `baggage`. Other members, and
   * values that are not of the W3C's form, are left out.
   */
  carried(): Readonly<Record<string, unknown>>;
  /** Called once. */
  end(end: TraceEnd): void;
}

/**
 * Where the spans of a client go: one for connecting, one for starting a local server, one for each
 * request. `openTelemetry(…)` of `garuda-mcp/opentelemetry` makes one.
 *
 * What it throws is reported once, and no call fails for it.
 *
 * @public
 */
export interface Tracer {
  /** What is active where this is called: in the turn in which a caller makes a request. */
  active(): unknown;
  /** Begins a span. */
  begin(name: string, start: TraceStart): TraceSpan;
}
