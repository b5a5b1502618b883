import type { HttpReply } from '../../faults/http-reply.ts';
import { jsonReply } from '../wire/reply.ts';
import type { ProtectedResource } from './protected-resource.ts';

/** Why a request is not let through. */
export interface Refused {
  readonly status: 401 | 403;
  readonly error?: 'invalid_token' | 'insufficient_scope' | 'invalid_dpop_proof' | 'use_dpop_nonce';
  readonly scope?: string | undefined;
}

/**
 * The refusal of a request, with its challenge.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6750#section-3 | RFC 6750 §3}
 */
export function challengeReply(resource: ProtectedResource, refused: Refused): HttpReply {
  const { options, issuer, metadataUrl } = resource;
  const isNamed = options.named !== false && metadataUrl !== undefined;
  const parameters = {
    error: refused.error,
    scope: refused.scope ?? options.scope,
    resource_metadata: isNamed ? metadataUrl : undefined,
    algs: issuer.options.dpop === 'required' ? 'ES256' : undefined,
  };
  const said = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const list = said.map(([name, value]) => `${name}="${value}"`).join(', ');
  const scheme = issuer.options.dpop === 'required' ? 'DPoP' : 'Bearer';
  const wantsNonce = refused.error === 'use_dpop_nonce';
  return jsonReply({ error: refused.error ?? 'unauthorized' }, refused.status, {
    'www-authenticate': list === '' ? scheme : `${scheme} ${list}`,
    ...(wantsNonce && { 'dpop-nonce': resource.nonce }),
  });
}
