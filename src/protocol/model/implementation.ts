import type { Icon } from './icon.ts';

/**
 * How a client or a server names itself. Self-reported: for display and logs only.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation | Implementation}
 * @public
 */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  /** Since 2025-06-18. */
  readonly title?: string;
  /** Since 2025-11-25. */
  readonly description?: string;
  /** Since 2025-11-25. */
  readonly websiteUrl?: string;
  /** Since 2025-11-25. */
  readonly icons?: readonly Icon[];
}
