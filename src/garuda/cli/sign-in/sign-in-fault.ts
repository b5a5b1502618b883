import type { OAuthError, OAuthErrorCode } from '../../../oauth/index.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';

/**
 * The error of a sign-in, where this is one. By its name, since the class is not loaded where nothing
 * is signed in to.
 */
export function signInFault(error: unknown): OAuthError | undefined {
  return error instanceof Error && error.name === 'OAuthError' ? (error as OAuthError) : undefined;
}

/** The exit code of a sign-in that came to nothing. */
export function signInExitCode({ code }: OAuthError): ExitCode {
  return codes[code] ?? exitCodes.needsSignIn;
}

const codes: Readonly<Partial<Record<OAuthErrorCode, ExitCode>>> = {
  AUTHORIZATION_REFUSED: exitCodes.denied,
  SCOPE_REFUSED: exitCodes.denied,
  TIMED_OUT: exitCodes.timedOut,
  TRY_AGAIN: exitCodes.cannotConnect,
  STORE_FAILED: exitCodes.failed,
  INVALID_ARGUMENT: exitCodes.usage,
};

const otherToken =
  'a server that wants a token of its own kind gets it with --bearer-env NAME or --header';

/** What the person can do about it, where there is something. */
const advice: Readonly<Partial<Record<OAuthErrorCode, string>>> = {
  SKIPPED: 'sign in with garuda-mcp login and the URL, or give a token with --bearer-env NAME',
  NO_METADATA: otherToken,
  NO_CLIENT: otherToken,
  REGISTRATION_REFUSED: otherToken,
};

/** The words of a fault, and what the person can do about it. */
export function signInWords(fault: OAuthError): string {
  const told = advice[fault.code];
  return told === undefined ? fault.message : `${fault.message}; ${told}`;
}
