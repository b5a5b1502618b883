import { quote } from '../network/quote.ts';
import { errorCodeIn, refusesResource } from '../token/error-code.ts';
import type { Attempt } from './attempt.ts';

/** What the answer to a sign-in says. */
export type Answer =
  | { readonly kind: 'code'; readonly code: string }
  /** With its error code, where it is one: a link of somebody else could have any words in it. */
  | {
      readonly kind: 'refused';
      readonly error: string | undefined;
      readonly refusesResource: boolean;
    }
  /** It does not belong to the attempt. */
  | { readonly kind: 'wrong'; readonly why: string };

/** More than any authorization server's answer needs. */
export const maxAnswerLength = 16_384;

/**
 * Judges an answer: its state first, then who gave it, and only then what it says.
 *
 * @param answer - a whole URL, or its query
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/index#authorization-response-validation | Authorization response validation}
 */
export function classifyAnswer(answer: string, attempt: Attempt): Answer {
  if (answer.length > maxAnswerLength) return wrong(`it has ${answer.length} characters`);
  const query = queryOf(answer);
  if (!hasState(query, attempt.state)) return wrong('its state is not the one of this sign-in');
  const twice = repeated(query);
  if (twice !== undefined) return wrong(`it has the parameter ${quote(twice, 40)} twice`);
  const issuer = wrongIssuer(query.get('iss'), attempt);
  // On a mismatch the client must neither act on nor show what else the answer says.
  if (issuer !== undefined) return wrong(issuer);
  const error = query.get('error');
  if (error !== null) {
    const isResource = refusesResource(error, query.get('error_description'));
    return { kind: 'refused', error: errorCodeIn(error), refusesResource: isResource };
  }
  const code = query.get('code');
  if (code === null || code === '') return wrong('it has neither a code nor an error');
  return { kind: 'code', code };
}

/** The parameters of an answer, decoded once as a form. */
export function queryOf(answer: string): URLSearchParams {
  const [beforeFragment = ''] = answer.split('#', 1);
  return new URLSearchParams(beforeFragment.slice(beforeFragment.indexOf('?') + 1));
}

/** Whether an answer has this state, and no other. */
export function hasState(query: URLSearchParams, state: string): boolean {
  const states = query.getAll('state');
  return states.length === 1 && states[0] === state;
}

/** RFC 6749 §3.1: no parameter may be there more than once. */
function repeated(query: URLSearchParams): string | undefined {
  const seen = new Set<string>();
  for (const name of query.keys()) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** RFC 9207 §2.4. What was decoded is compared as it is: the specification forbids any normalisation. */
function wrongIssuer(iss: string | null, attempt: Attempt): string | undefined {
  if (iss === null) {
    return attempt.promisesIssuer
      ? 'it does not say who gave it (iss), which this authorization server always does'
      : undefined;
  }
  return iss === attempt.issuer ? undefined : 'another issuer gave it (iss)';
}

function wrong(why: string): Answer {
  return { kind: 'wrong', why };
}
