import { parsed } from '../../carriers/http/parsed.ts';
import type { IssuedToken } from '../issuer/ledger.ts';
import { judgeProof } from '../proof/dpop-proof.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import type { Refused } from './challenge.ts';
import type { ProtectedResource } from './protected-resource.ts';

/** Whether a request is let through to the MCP server: `undefined`, or why not. */
export function refusedAt(
  resource: ProtectedResource,
  request: SignInRequest,
): Refused | undefined {
  const { scene, issuer } = resource;
  if ('access_token' in request.parameters) {
    scene.log.violated(request, 'token-in-query', 'access_token is in the URL');
  }
  const { authorization } = request.headers;
  if (authorization === undefined) return { status: 401 };
  const [scheme = '', value = ''] = authorization.split(' ');
  const token = issuer.ledger.access(value);
  const isOver = token === undefined || token.isExpired || token.family.isRevoked;
  if (isOver || scene.deviations.has('tokens-refused')) return invalid;
  if (token.family.resource !== scene.resource()) {
    const detail = `it is for ${token.family.resource}`;
    scene.log.violated(request, 'token-of-another-resource', detail);
    return invalid;
  }
  return (
    refusedBinding(resource, request, { scheme, value, token }) ??
    refusedScope(resource, request, token)
  );
}

const invalid: Refused = { status: 401, error: 'invalid_token' };

interface Sent {
  readonly scheme: string;
  readonly value: string;
  readonly token: IssuedToken;
}

function refusedBinding(
  resource: ProtectedResource,
  request: SignInRequest,
  { scheme, value, token: { thumbprint } }: Sent,
): Refused | undefined {
  const { scene, issuer, url, nonce, seen } = resource;
  const expected = thumbprint === undefined ? 'bearer' : 'dpop';
  if (scheme.toLowerCase() !== expected) {
    scene.log.violated(request, 'scheme-wrong', `${expected} was expected, ${scheme} came`);
    return invalid;
  }
  if (thumbprint === undefined) return undefined;
  const { dpop: proof } = request.headers;
  if (proof === undefined) {
    scene.log.violated(request, 'proof-missing', 'the token is bound');
    return invalid;
  }
  const verdict = judgeProof(proof, {
    method: request.method,
    url,
    accessToken: value,
    nonce: issuer.options.nonces === true ? nonce : undefined,
    nowMs: scene.now(),
    seen,
  });
  if (verdict.kind === 'nonce-wanted') return { status: 401, error: 'use_dpop_nonce' };
  if (verdict.kind === 'good' && verdict.thumbprint === thumbprint) return undefined;
  const rule = verdict.kind === 'reused' ? 'proof-reused' : 'proof-wrong';
  const detail = verdict.kind === 'wrong' ? verdict.why : 'its key or its jti';
  scene.log.violated(request, rule, detail);
  return { status: 401, error: 'invalid_dpop_proof' };
}

function refusedScope(
  { scene, options }: ProtectedResource,
  request: SignInRequest,
  { scope: granted }: IssuedToken,
): Refused | undefined {
  const needed = options.tools?.[toolIn(request) ?? ''];
  const has = (wanted = ''): boolean =>
    wanted.split(' ').every((one) => one === '' || granted.split(' ').includes(one));
  if (!has(options.scope))
    return { status: 403, error: 'insufficient_scope', scope: options.scope };
  const isNever = needed !== undefined && scene.deviations.has('step-up-for-ever');
  if (has(needed) && !isNever) return undefined;
  return { status: 403, error: 'insufficient_scope', scope: needed };
}

/** The tool that a request calls, if it does. */
export function toolIn({ body }: Pick<SignInRequest, 'body'>): string | undefined {
  const message = parsed(body) as
    | { readonly method?: unknown; readonly params?: { readonly name?: unknown } }
    | undefined;
  const name = message?.method === 'tools/call' ? message.params?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
