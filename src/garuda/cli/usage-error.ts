/**
 * What was typed cannot be done as it stands. The message is one line for whoever typed it: what was
 * expected, what came, about what.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
