import type { RevisionRules } from '../revision-rules.ts';
import { methods } from './methods.ts';
import { schemas } from './schemas.ts';

/** The first revision. */
export const rules: RevisionRules = { methods, schemas };
