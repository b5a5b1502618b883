import type { RevisionRules } from '../revision-rules.ts';
import { methods } from './methods.ts';
import { schemas } from './schemas.ts';

/** Elicitation and structured output. */
export const rules: RevisionRules = { methods, schemas };
