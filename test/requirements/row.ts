/** A revision of the protocol that is published. */
type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** One thing that the client must, should or may do, or that it does as well as the programs before it. */
export interface Row {
  /**
   * How firmly the source asks for it. `STATED` stands in the specification without a keyword, `DER` follows from it, `CONF` is checked by the
   * official suite, `INT` is what other programs need. Rows that come from no specification have no level.
   */
  readonly level?:
    | 'MUST'
    | 'MUST NOT'
    | 'SHOULD'
    | 'SHOULD NOT'
    | 'MAY'
    | 'STATED'
    | 'DER'
    | 'CONF'
    | 'INT';
  /** There where the keyword binds the server, and the row is what the client does about it. */
  readonly binds?: 'server';
  /** The revisions that it holds for, oldest first. */
  readonly revisions: readonly Revision[];
  /** What is seen of the client, in one line. */
  readonly behaviour: string;
  /** Page and section of the specification, or what else asks for it. */
  readonly source: string;
  /** `claimed` fails a full run of the tests that does not prove it; `open` is not promised yet. */
  readonly status: 'claimed' | 'open' | { readonly excluded: string };
}

export type Rows = Readonly<Record<string, Row>>;

export const all = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
/** The legacy revisions that have Streamable HTTP. */
export const streamableLegacy = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
export const since20250326 = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const since20250618 = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export const since20251125 = ['2025-11-25', '2026-07-28'] as const;
export const modern = ['2026-07-28'] as const;
