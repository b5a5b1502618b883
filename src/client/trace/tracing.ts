import type { Report } from '../report.ts';
import type { TraceEnd, Tracer, TraceSpan, TraceStart } from './tracer.ts';

/** The caller's tracer, which cannot break anything from here on. */
export class Tracing {
  /** What was active where the client was made: connecting belongs to it, the first time and again. */
  readonly home: unknown;
  readonly #tracer: Tracer;
  readonly #server: string;
  readonly #report: (report: Report) => void;
  #hasFailed = false;

  constructor(tracer: Tracer, server: string, report: (report: Report) => void) {
    this.#tracer = tracer;
    this.#server = server;
    this.#report = report;
    this.home = this.active();
  }

  /** What is active in this turn. */
  active(): unknown {
    return this.safely(() => this.#tracer.active());
  }

  begin(name: string, { attributes, ...start }: TraceStart): OpenSpan {
    const all = { 'service.peer.name': this.#server, ...attributes };
    const span = this.safely(() => this.#tracer.begin(name, { ...start, attributes: all }));
    return new OpenSpan(this, span, start.parent);
  }

  /** Has the tracer do something. The first fault is reported; those that follow are likely the same. */
  safely<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      if (!this.#hasFailed) this.#report({ kind: 'callback-failed', callback: 'trace', error });
      this.#hasFailed = true;
      return undefined;
    }
  }
}

/** A span that is ended once, however often it is told to. */
export class OpenSpan {
  /** What happens within it belongs to this. */
  readonly scope: unknown;
  readonly #tracing: Tracing;
  #span: TraceSpan | undefined;

  constructor(tracing: Tracing, span: TraceSpan | undefined, parent: unknown) {
    this.#tracing = tracing;
    this.#span = span;
    this.scope = span === undefined ? parent : tracing.safely(() => span.scope);
  }

  carried(): Readonly<Record<string, unknown>> | undefined {
    return this.#tracing.safely(() => this.#span?.carried());
  }

  end(end: TraceEnd): void {
    const span = this.#span;
    this.#span = undefined;
    this.#tracing.safely(() => span?.end(end));
  }
}
