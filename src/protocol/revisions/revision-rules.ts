import type { Definitions } from './definitions.ts';
import type { Methods } from './methods.ts';

/** What a revision is, for a client that reads it: every folder beside this file has one. */
export interface RevisionRules {
  readonly methods: () => Methods;
  /** What a client receives. What it sends is in `sent.ts`, which a client at run time does not load. */
  readonly schemas: () => Definitions;
}
