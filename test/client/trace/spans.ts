import type { TraceAttributes, TraceEnd, Tracer, TraceSpan, TraceStart } from 'garuda-mcp';

/** A span as it was told. */
export interface Told {
  readonly name: string;
  readonly kind: string;
  readonly parent: unknown;
  readonly begun: TraceAttributes;
  readonly ends: TraceEnd[];
}

/** A tracer that keeps everything. */
export class Spans implements Tracer {
  readonly all: Told[] = [];
  /** What is active. */
  current: unknown = 'nobody';
  /** What every span has its request carry. */
  carried: Readonly<Record<string, unknown>> = {};

  active(): unknown {
    return this.current;
  }

  begin(name: string, { kind, parent, attributes }: TraceStart): TraceSpan {
    const told: Told = { name, kind, parent, begun: attributes, ends: [] };
    this.all.push(told);
    return {
      scope: `within ${name}`,
      carried: () => this.carried,
      end: (end) => told.ends.push(end),
    };
  }

  /** The spans of a name, oldest first. */
  of(name: string): readonly Told[] {
    return this.all.filter((span) => span.name === name);
  }

  /** How the spans of a name ended: the type of the error, or `well`; `open` of one that has not. */
  outcomes(name: string): readonly unknown[] {
    return this.of(name).map(({ ends: [end] }) => {
      if (end === undefined) return 'open';
      return end.failed ? end.attributes['error.type'] : 'well';
    });
  }

  /** How often each span was ended. */
  get endings(): readonly number[] {
    return this.all.map(({ ends }) => ends.length);
  }
}
