import { inspect } from 'node:util';
import { expect } from 'vitest';

/** None of these texts is in an error, its properties, hidden ones included, or any of its causes. */
export function expectNoSecret(error: unknown, secrets: readonly string[]): void {
  const words = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: null });
  expect(words).toContain('OAuthError');
  for (const secret of secrets) expect(words).not.toContain(secret);
}
