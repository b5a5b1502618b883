import type { HttpReply } from '../../faults/http-reply.ts';
import { takeClientCredentials } from '../grants/client-credentials.ts';
import { takeCode } from '../grants/code.ts';
import { takeDevice } from '../grants/device.ts';
import { takeJwtBearer } from '../grants/jwt-bearer.ts';
import { takeRefresh } from '../grants/refresh.ts';
import { takeTokenExchange } from '../grants/token-exchange.ts';
import type { TakeGrant } from '../grants/token-request.ts';
import { judgeProof } from '../proof/dpop-proof.ts';
import { OAuthRefusal } from '../wire/refusal.ts';
import { jsonReply } from '../wire/reply.ts';
import { authenticate } from './authenticate.ts';
import type { KnownClient } from './clients.ts';
import type { ScriptedGrantType } from './issuer-options.ts';
import { judgeForm } from './judge-form.ts';
import { refuse, type Visit } from './visit.ts';

const takers: Readonly<Record<ScriptedGrantType, TakeGrant>> = {
  authorization_code: takeCode,
  refresh_token: takeRefresh,
  client_credentials: takeClientCredentials,
  'urn:ietf:params:oauth:grant-type:device_code': takeDevice,
  'urn:ietf:params:oauth:grant-type:jwt-bearer': takeJwtBearer,
  'urn:ietf:params:oauth:grant-type:token-exchange': takeTokenExchange,
};

/**
 * The token endpoint.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-3.2 | RFC 6749 §3.2}
 */
export function takeToken(visit: Visit): HttpReply {
  judgeForm(visit);
  const { grant_type: asked } = visit.request.parameters;
  const grant = visit.issuer.grants.find((name) => name === asked);
  if (grant === undefined) {
    refuse(visit, 'grant-not-offered', 'unsupported_grant_type', `${String(asked)} came`);
  }
  const thumbprint = judgeTokenProof(visit);
  const client = grant.endsWith('jwt-bearer') ? assertingClient(visit) : authenticate(visit);
  return jsonReply(takers[grant]({ visit, client, thumbprint }));
}

/** A workload need not say who it is beside its assertion (RFC 7523 §3.1). */
function assertingClient(visit: Visit): KnownClient {
  const { headers, parameters } = visit.request;
  const names = ['client_id', 'client_secret', 'client_assertion'];
  const isNamed = headers['authorization'] !== undefined || names.some((n) => n in parameters);
  return isNamed ? authenticate(visit) : workload;
}

const workload: KnownClient = {
  id: 'workload',
  secret: undefined,
  authMethod: 'none',
  keys: [],
  redirectUris: [],
  idAtResource: 'workload',
  isRegistered: false,
};

/** The thumbprint of the key that a token request is made with. */
function judgeTokenProof(visit: Visit): string | undefined {
  const { issuer, request } = visit;
  const { dpop, nonces } = issuer.options;
  if (dpop === undefined) return undefined;
  const { dpop: proof } = request.headers;
  if (proof === undefined) {
    if (dpop === 'offered') return undefined;
    refuse(visit, 'proof-missing', 'invalid_dpop_proof', 'this server binds every token');
  }
  const verdict = judgeProof(proof, {
    method: request.method,
    url: issuer.at('token'),
    nonce: nonces === true ? issuer.nonce : undefined,
    nowMs: issuer.scene.now(),
    seen: issuer.seen,
  });
  switch (verdict.kind) {
    case 'good':
      return verdict.thumbprint;
    case 'nonce-wanted': {
      const headers = { 'dpop-nonce': issuer.nonce };
      throw new OAuthRefusal('use_dpop_nonce', 'A proof must have the nonce.', { headers });
    }
    case 'reused':
      return refuse(visit, 'proof-reused', 'invalid_dpop_proof', 'its jti has come before');
    case 'wrong':
      return refuse(visit, 'proof-wrong', 'invalid_dpop_proof', verdict.why);
  }
}
