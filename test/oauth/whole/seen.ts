import { inspect } from 'node:util';
import { OAuthError } from 'garuda-mcp/oauth';
import type { ScriptedSignIn, SignInPlace, SignInRequest } from 'garuda-mcp/testing';
import { expect } from 'vitest';

export const me = { name: 'me', version: '1.0.0' };

/** The places that were asked, in order, without the MCP endpoint. */
export function placesOf({ requests }: ScriptedSignIn): readonly SignInPlace[] {
  return requests.map(({ place }) => place).filter((place) => place !== 'mcp');
}

/** The requests to the token endpoint with a grant type. */
export function granted(signIn: ScriptedSignIn, grant: string): readonly SignInRequest[] {
  return signIn.at('token').filter(({ parameters }) => parameters['grant_type'] === grant);
}

/** Every `resource` parameter that was sent. */
export function resourcesOf({ requests }: ScriptedSignIn): readonly string[] {
  return requests.flatMap(({ parameters: { resource } }) => resource ?? []);
}

/** Why something failed: the error of the sign-in, which stands behind whatever failed with it. */
export async function failureOf(failing: Promise<unknown>): Promise<OAuthError> {
  const error = await failing.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OAuthError) return cause;
  }
  throw new Error(`no OAuthError stands behind ${inspect(error)}`);
}

/** Nothing was done wrong by the client. */
export function expectNoViolation({ violations }: ScriptedSignIn): void {
  expect(violations).toEqual([]);
}
