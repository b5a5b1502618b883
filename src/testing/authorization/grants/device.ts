import { randomUUID } from 'node:crypto';
import type { HttpReply } from '../../faults/http-reply.ts';
import { OAuthRefusal } from '../wire/refusal.ts';
import { jsonReply, pageReply } from '../wire/reply.ts';
import { authenticate } from '../issuer/authenticate.ts';
import type { AskedDevice } from '../issuer/issuer.ts';
import { judgeForm } from '../issuer/judge-form.ts';
import { judgeResource, refuse, type Visit } from '../issuer/visit.ts';
import { familyOf, tokenAnswer } from './token-answer.ts';
import type { TokenRequest } from './token-request.ts';

/**
 * A device begins: somebody else is to allow it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8628#section-3.1 | RFC 8628 §3.1}
 */
export function beginDevice(visit: Visit): HttpReply {
  judgeForm(visit);
  const { id: clientId } = authenticate(visit);
  const { issuer, request } = visit;
  const { scope = '' } = request.parameters;
  const resource = judgeResource(visit);
  const code = `device-${randomUUID()}`;
  const userCode = `USER-${randomUUID().slice(0, 4).toUpperCase()}`;
  const device = { clientId, scope, resource, userCode, wasSlowed: false };
  issuer.devices.set(code, { ...device, decision: undefined, polledAt: undefined });
  const page = issuer.at('device-page');
  const interval = issuer.options.deviceIntervalS;
  return jsonReply({
    device_code: code,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: 600,
    ...(interval !== undefined && { interval }),
  });
}

/** The page that a person allows a device on: who opens it with the code has done so. */
export function allowDevice({ issuer, request }: Visit): HttpReply {
  const { user_code: userCode } = request.parameters;
  const device = [...issuer.devices.values()].find((one) => one.userCode === userCode);
  if (device === undefined) return pageReply('Type the code that your device shows.');
  device.decision = 'allowed';
  return pageReply('Your device may go on.');
}

/** A device asks whether somebody has allowed it. */
export function takeDevice({ visit, client, thumbprint }: TokenRequest): object {
  const { issuer, request } = visit;
  const { device_code: code = '' } = request.parameters;
  const device = issuer.devices.get(code);
  if (device === undefined) throw new OAuthRefusal('invalid_grant', 'The code is not known.');
  if (device.clientId !== client.id) {
    refuse(visit, 'code-of-another-client', 'invalid_grant', `issued to ${device.clientId}`);
  }
  judgePace(visit, device);
  const { decision, clientId, scope } = device;
  if (decision === 'denied') throw new OAuthRefusal('access_denied', 'The person said no.');
  if (decision === 'expired') throw new OAuthRefusal('expired_token', 'Nobody came in time.');
  if (decision === undefined) throw new OAuthRefusal('authorization_pending', 'Not yet.');
  const resource = judgeResource(visit, device.resource);
  issuer.devices.delete(code);
  const family = familyOf(issuer, { clientId, scope, resource, thumbprint });
  return tokenAnswer(issuer, family, { refresh: issuer.grants.includes('refresh_token') });
}

function judgePace(visit: Visit, device: AskedDevice): void {
  const { options, scene } = visit.issuer;
  const now = scene.now();
  const intervalS = (options.deviceIntervalS ?? 5) + (device.wasSlowed ? 5 : 0);
  const passedMs = now - (device.polledAt ?? -Infinity);
  device.polledAt = now;
  // A client may be a little early by its own clock.
  if (passedMs < intervalS * 1_000 - 50) {
    const detail = `${passedMs} ms after the one before, not ${intervalS} s`;
    refuse(visit, 'polled-too-soon', 'slow_down', detail);
  }
  if (scene.deviations.has('devices-slow') && !device.wasSlowed) {
    device.wasSlowed = true;
    throw new OAuthRefusal('slow_down', 'Too fast.');
  }
}
