import { cleanErrors } from '../clean-errors.ts';
import type { HeaderFields } from './credentials.ts';
import { withhold } from './withhold.ts';

/** A decoded message with what was sent in confidence taken out of the errors in it. */
export function withholdInErrors(value: unknown, sent: HeaderFields): unknown {
  return cleanErrors(value, (text) => withhold(text, sent));
}
