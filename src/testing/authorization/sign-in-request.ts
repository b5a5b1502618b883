import type { HttpRequest } from '../carriers/http/http-request.ts';
import { parsed } from '../carriers/http/parsed.ts';
import type { SignInPlace } from './places.ts';

/** Which server of a sign-in. @public */
export type SignInServer = 'resource' | 'first' | 'second' | 'idp';

/** A request that a server of a sign-in got. @public */
export interface SignInRequest extends HttpRequest {
  readonly server: SignInServer;
  readonly place: SignInPlace;
  /** Of its query, its form and its JSON object; of several with one name the last. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The names that come more than once. */
  readonly repeated: readonly string[];
  /** Its number among all requests, from 0. */
  readonly number: number;
}

/** The parameters of a request, wherever they stand. */
export function parametersOf({
  path,
  headers,
  body,
}: HttpRequest): Pick<SignInRequest, 'parameters' | 'repeated'> {
  const { searchParams } = new URL(path, 'http://localhost');
  const pairs = [...searchParams, ...(isForm(headers) ? new URLSearchParams(body) : [])];
  const names = pairs.map(([name]) => name);
  const repeated = new Set(names.filter((name, n) => names.indexOf(name) !== n));
  const json = (headers['content-type'] ?? '').startsWith('application/json') ? parsed(body) : {};
  const members = Object.entries(json ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    parameters: Object.fromEntries([...pairs, ...members]) as Record<string, string>,
    repeated: [...repeated],
  };
}

/** Whether a body is a form. */
export function isForm(headers: HttpRequest['headers']): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
}
