import { randomUUID } from 'node:crypto';

/** What a sign-in gave to a client. All tokens that come from it belong together. */
export interface Family {
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string;
  /** The thumbprint of the key that its tokens are bound to. */
  readonly thumbprint: string | undefined;
  isRevoked: boolean;
}

/** An access token that was issued. */
export interface IssuedToken {
  readonly family: Family;
  readonly scope: string;
  readonly thumbprint: string | undefined;
  isExpired: boolean;
}

/** A refresh token that was issued. */
export interface IssuedRefresh {
  readonly family: Family;
  isUsed: boolean;
  isForgotten: boolean;
}

/** Every token of one authorization server. */
export class Ledger {
  readonly #access = new Map<string, IssuedToken>();
  readonly #refresh = new Map<string, IssuedRefresh>();

  issueAccess(family: Family, scope: string = family.scope): string {
    const value = `access-${randomUUID()}`;
    const { thumbprint } = family;
    this.#access.set(value, { family, scope, thumbprint, isExpired: false });
    return value;
  }

  issueRefresh(family: Family): string {
    const value = `refresh-${randomUUID()}`;
    this.#refresh.set(value, { family, isUsed: false, isForgotten: false });
    return value;
  }

  access(value: string): IssuedToken | undefined {
    return this.#access.get(value);
  }

  refresh(value: string): IssuedRefresh | undefined {
    return this.#refresh.get(value);
  }

  /** Ends every access token so far. */
  expire(): void {
    for (const token of this.#access.values()) token.isExpired = true;
  }

  /** Forgets every refresh token so far: `invalid_grant` from now on. */
  forgetRefreshTokens(): void {
    for (const token of this.#refresh.values()) token.isForgotten = true;
  }

  /** Revokes a token of either kind, and what comes from the same sign-in. */
  revoke(value: string): void {
    const family = (this.#refresh.get(value) ?? this.#access.get(value))?.family;
    if (family !== undefined) family.isRevoked = true;
  }
}
