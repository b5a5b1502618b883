import { clientTarget } from './targets/client.ts';
import { contentTarget } from './targets/content.ts';
import { engineTarget } from './targets/engine.ts';
import { eventsTarget } from './targets/events.ts';
import { fieldsTarget } from './targets/fields.ts';
import { httpTarget } from './targets/http.ts';
import { linesTarget } from './targets/lines.ts';
import { modelTarget } from './targets/model.ts';
import { negotiationTarget } from './targets/negotiation.ts';
import { readersTarget } from './targets/readers.ts';
import { signInTarget } from './targets/sign-in.ts';
import type { Target } from './trial.ts';

/** Every reader of a peer's words. */
export const allTargets: readonly Target[] = [
  linesTarget(),
  eventsTarget,
  engineTarget,
  clientTarget,
  httpTarget,
  readersTarget,
  negotiationTarget,
  fieldsTarget,
  contentTarget,
  signInTarget,
  modelTarget,
];
