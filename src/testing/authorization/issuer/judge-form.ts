import { isForm } from '../sign-in-request.ts';
import { note, refuse, type Visit } from './visit.ts';

const secrets = ['client_secret', 'refresh_token', 'code', 'code_verifier', 'client_assertion'];

/** Judges what all requests have in common that a client sends itself. */
export function judgeForm(visit: Visit): void {
  const { method, headers, path, repeated } = visit.request;
  const { searchParams } = new URL(path, 'http://localhost');
  const inUrl = secrets.filter((name) => searchParams.has(name));
  if (inUrl.length > 0) note(visit, 'secret-in-query', inUrl.join(', '));
  if (method !== 'POST' || !isForm(headers)) {
    const detail = `${method} with ${headers['content-type'] ?? 'no type'}`;
    refuse(visit, 'not-a-form', 'invalid_request', detail);
  }
  const twice = repeated.filter((name) => name !== 'resource' && name !== 'audience');
  if (twice.length > 0) refuse(visit, 'parameter-twice', 'invalid_request', twice.join(', '));
}
