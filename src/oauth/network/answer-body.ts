import { OAuthError } from '../errors.ts';

/** The answer of an endpoint that gives JSON. */
export interface AnswerBody {
  readonly isSuccess: boolean;
  readonly status: number;
  /** Empty for a refusal without a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Reads what an endpoint says, whether it does what it was asked or refuses.
 *
 * @param what - names it in the message
 * @throws OAuthError `TRY_AGAIN` for a status that passes, `UNUSABLE_ANSWER` for a success without a JSON object
 */
export async function readAnswerBody(response: Response, what: string): Promise<AnswerBody> {
  const { status } = response;
  const text = await response.text();
  const body = parseObject(text);
  const error = body?.['error'];
  const passes = error === 'temporarily_unavailable' || error === 'server_error';
  if (status === 408 || status === 429 || status >= 500 || passes) {
    throw new OAuthError('TRY_AGAIN', `${what}: expected an answer, got status ${status}`);
  }
  const isSuccess = status === 200 || status === 201;
  if (isSuccess && body === undefined) {
    throw new OAuthError('UNUSABLE_ANSWER', `${what}: expected a JSON object in the answer`);
  }
  return { isSuccess, status, body: body ?? {} };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
