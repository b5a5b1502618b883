import { randomUUID } from 'node:crypto';
import { SigningKey } from '../proof/jwt.ts';
import type { SignInServer } from '../sign-in-request.ts';
import { Clients } from './clients.ts';
import type { IssuerOptions, ScriptedAuthMethod, ScriptedGrantType } from './issuer-options.ts';
import { Ledger } from './ledger.ts';
import type { Scene } from './scene.ts';

/** An authorization request, from the page to the code. */
export interface AskedCode {
  readonly parameters: Readonly<Record<string, string>>;
  readonly clientId: string;
  readonly scope: string;
  /** Why the answer that carried it must not be believed. */
  readonly wrongAnswer: string | undefined;
  isUsed: boolean;
  /** What was issued for it, to be revoked if it comes again. */
  accessToken?: string;
}

/** A device that somebody is to allow. */
export interface AskedDevice {
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string | undefined;
  readonly userCode: string;
  decision: 'allowed' | 'denied' | 'expired' | undefined;
  polledAt: number | undefined;
  wasSlowed: boolean;
}

/** An authorization server: what it is, and what it remembers. */
export class Issuer {
  readonly scene: Scene;
  readonly name: SignInServer;
  readonly origin: string;
  readonly options: IssuerOptions;
  readonly clients: Clients;
  readonly ledger: Ledger = new Ledger();
  readonly key: SigningKey = new SigningKey();
  readonly codes: Map<string, AskedCode> = new Map();
  readonly pushed: Map<string, AskedCode['parameters']> = new Map();
  readonly devices: Map<string, AskedDevice> = new Map();
  readonly states: Set<string> = new Set();
  /** The ids of proofs and assertions that have come. */
  readonly seen: Set<string> = new Set();
  nonce = 'nonce-0';

  constructor(
    scene: Scene,
    options: IssuerOptions,
    place: { readonly name: SignInServer; readonly origin: string },
  ) {
    this.scene = scene;
    this.options = options;
    this.name = place.name;
    this.origin = place.origin;
    this.clients = new Clients(options);
    for (const { clientId } of options.clients ?? []) {
      if (this.name !== 'idp') scene.givenBy.set(clientId, this.issuer);
    }
  }

  /** The identifier of it, exactly. */
  get issuer(): string {
    return this.origin + this.path;
  }

  get path(): string {
    return this.options.path ?? '';
  }

  get grants(): readonly ScriptedGrantType[] {
    return this.options.grants ?? ['authorization_code', 'refresh_token'];
  }

  get authMethods(): readonly ScriptedAuthMethod[] {
    const all = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
    return this.options.authMethods ?? all;
  }

  /** The address of one of its endpoints. */
  at(name: string): string {
    return `${this.issuer}/${name}`;
  }

  /** Wants another nonce from now on. */
  rotateNonce(): void {
    this.nonce = `nonce-${randomUUID()}`;
  }
}
