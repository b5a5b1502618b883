import type { JsonWebKey } from 'node:crypto';
import type { SignInDeviation } from '../deviations.ts';
import type { SigningKey } from '../proof/jwt.ts';
import type { SignInLog } from '../sign-in-log.ts';

/** What the servers of one sign-in have in common. */
export interface Scene {
  readonly log: SignInLog;
  readonly deviations: Set<SignInDeviation>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What a `resource` parameter must say. */
  readonly resource: () => string;
  /** The issuers of the resource: those that may be the audience of an exchange. */
  readonly issuers: () => readonly string[];
  /** Who gave out a client id, by that id. */
  readonly givenBy: Map<string, string>;
  /** Whose assertions are believed. */
  readonly trusted: Map<string, TrustedIssuer>;
  /** Issuer and key of the machines that know who runs on them. */
  readonly platform: { readonly issuer: string; readonly key: SigningKey };
}

/** Somebody whose assertions are believed. */
export interface TrustedIssuer {
  readonly kind: 'identity-provider' | 'platform';
  readonly jwk: JsonWebKey;
}
