import type { RevisionRules } from '../revision-rules.ts';
import { methods } from './methods.ts';
import { schemas } from './schemas.ts';

/** Streamable HTTP, batches, sound. */
export const rules: RevisionRules = { methods, schemas };
