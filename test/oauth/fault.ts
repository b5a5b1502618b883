import { OAuthError } from '../../src/oauth/errors.ts';

/** The error that something ends with. */
export async function fault(work: Promise<unknown> | (() => unknown)): Promise<OAuthError> {
  let error: unknown = 'nothing was wrong';
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (thrown) {
    error = thrown;
  }
  if (error instanceof OAuthError) return error;
  throw new Error('no OAuthError', { cause: error });
}
