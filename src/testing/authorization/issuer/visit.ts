import type { SignInRule } from '../rules.ts';
import type { SignInRequest } from '../sign-in-request.ts';
import { OAuthRefusal } from '../wire/refusal.ts';
import type { Issuer } from './issuer.ts';

/** A request at an authorization server. */
export interface Visit {
  readonly issuer: Issuer;
  readonly request: SignInRequest;
  /** The error that a test wants in the place of a sign-in. */
  readonly refusal: OAuthRefusal | undefined;
}

/** Notes what a request did wrong. */
export function note({ issuer, request }: Visit, rule: SignInRule, detail: string): void {
  issuer.scene.log.violated(request, rule, detail);
}

/** Notes what a request did wrong, and refuses it. */
export function refuse(visit: Visit, rule: SignInRule, error: string, detail: string): never {
  note(visit, rule, detail);
  throw new OAuthRefusal(error, detail);
}

/** Judges the resource that a request names; `authorized` is what was named before. */
export function judgeResource(visit: Visit, authorized?: string): string {
  const { scene } = visit.issuer;
  const { resource } = visit.request.parameters;
  if (scene.deviations.has('resource-refused')) {
    if (resource === undefined) return scene.resource();
    const words = 'AADSTS901002: The resource request parameter is not supported.';
    throw new OAuthRefusal('invalid_request', words);
  }
  if (resource === undefined) {
    note(visit, 'resource-missing', `${scene.resource()} was expected`);
    return authorized ?? scene.resource();
  }
  if (authorized !== undefined && resource !== authorized) {
    const detail = `${authorized} was authorized, ${resource} came`;
    refuse(visit, 'resource-changed', 'invalid_target', detail);
  }
  if (resource !== scene.resource()) {
    const detail = `${scene.resource()} was expected, ${resource} came`;
    refuse(visit, 'resource-unknown', 'invalid_target', detail);
  }
  return resource;
}
