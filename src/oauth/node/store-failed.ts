import { OAuthError } from '../errors.ts';

/** The error of a store in a file. The system's own words name the place and no content. */
export function storeFailed(message: string, cause?: unknown): OAuthError {
  return new OAuthError('STORE_FAILED', message, cause === undefined ? {} : { cause });
}

/** The system's code for what went wrong, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Waits for work that may find what is spelled in these codes; everything else is thrown on. */
export async function allowing(codes: readonly string[], work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
