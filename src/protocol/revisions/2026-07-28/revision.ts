import type { RevisionRules } from '../revision-rules.ts';
import { methods } from './methods.ts';
import { schemas } from './schemas.ts';

/** No session: every request stands alone. */
export const rules: RevisionRules = { methods, schemas };
