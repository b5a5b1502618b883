import type { RevisionRules } from '../revision-rules.ts';
import { methods } from './methods.ts';
import { schemas } from './schemas.ts';

/** Tasks, icons, richer elicitation and sampling. */
export const rules: RevisionRules = { methods, schemas };
