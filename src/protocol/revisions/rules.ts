import { rules as rules20241105 } from './2024-11-05/revision.ts';
import { rules as rules20250326 } from './2025-03-26/revision.ts';
import { rules as rules20250618 } from './2025-06-18/revision.ts';
import { rules as rules20251125 } from './2025-11-25/revision.ts';
import { rules as rules20260728 } from './2026-07-28/revision.ts';
import type { Revision } from './order.ts';
import type { RevisionRules } from './revision-rules.ts';

const byRevision: Readonly<Record<Revision, RevisionRules>> = {
  '2024-11-05': rules20241105,
  '2025-03-26': rules20250326,
  '2025-06-18': rules20250618,
  '2025-11-25': rules20251125,
  '2026-07-28': rules20260728,
};

/** What a revision is, for a client that reads it. */
export function rulesOf(revision: Revision): RevisionRules {
  return byRevision[revision];
}
