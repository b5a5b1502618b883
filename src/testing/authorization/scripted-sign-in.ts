import type { Misbehaviour } from '../faults/misbehaviour.ts';
import { signInDeviations, type SignInDeviation } from './deviations.ts';
import { Issuer } from './issuer/issuer.ts';
import type { IssuerOptions } from './issuer/issuer-options.ts';
import type { Scene } from './issuer/scene.ts';
import type { SignInPlace } from './places.ts';
import { SigningKey } from './proof/jwt.ts';
import { ProtectedResource } from './resource/protected-resource.ts';
import type { SignInViolation } from './rules.ts';
import type { SignInFault, SignInFaultPlace } from './sign-in-fault.ts';
import { SignInLog } from './sign-in-log.ts';
import type { SignInOptions } from './sign-in-options.ts';
import type { SignInRequest, SignInServer } from './sign-in-request.ts';
import { SignInServers } from './sign-in-servers.ts';
import { Listener } from './wire/listener.ts';

/**
 * An MCP server that wants a sign-in, and the authorization servers that it believes, on the loopback interface
 * of this machine: they keep every request, judge it, and misbehave where a test asks for it.
 *
 * @public
 */
export class ScriptedSignIn implements AsyncDisposable {
  readonly #options: SignInOptions;
  readonly #scene: Scene;
  readonly #servers: SignInServers;
  readonly #listeners: Listener[] = [];
  readonly #issuers: Issuer[] = [];
  #resource: ProtectedResource | undefined;

  private constructor(options: SignInOptions) {
    this.#options = options;
    const log = new SignInLog();
    this.#servers = new SignInServers(log);
    const platform = { issuer: 'https://platform.example.com', key: new SigningKey() };
    const { publicJwk } = platform.key;
    this.#scene = {
      log,
      deviations: new Set(options.deviations),
      now: options.now ?? Date.now,
      resource: () => this.#protected.resource,
      issuers: () => [this.issuer],
      givenBy: new Map(),
      trusted: new Map([[platform.issuer, { kind: 'platform', jwk: publicJwk }]]),
      platform,
    };
  }

  /** @internal */
  static async open(options: SignInOptions): Promise<ScriptedSignIn> {
    const opened = new ScriptedSignIn(options);
    await opened.#begin();
    return opened;
  }

  async #begin(): Promise<void> {
    const { resource = {}, issuer = {}, idp, sameOrigin = false } = this.#options;
    const listener = await Listener.open(
      (request, response) => this.#servers.toResource(this.#protected, request, response),
      this.#scene.now,
    );
    this.#listeners.push(listener);
    const { origin } = listener;
    const first = sameOrigin
      ? new Issuer(this.#scene, issuer, { name: 'first', origin })
      : await this.#openIssuer('first', issuer);
    if (sameOrigin) this.#issuers.push(first);
    this.#resource = new ProtectedResource(this.#scene, resource, { origin, issuer: first });
    if (idp === undefined) return;
    const provider = await this.#openIssuer('idp', idp);
    const { publicJwk: jwk } = provider.key;
    this.#scene.trusted.set(provider.issuer, { kind: 'identity-provider', jwk });
  }

  async #openIssuer(name: SignInServer, options: IssuerOptions): Promise<Issuer> {
    const listener: Listener = await Listener.open(
      (request, response) => this.#servers.toIssuer(issuer, request, response),
      this.#scene.now,
    );
    const issuer: Issuer = new Issuer(this.#scene, options, { name, origin: listener.origin });
    this.#listeners.push(listener);
    this.#issuers.push(issuer);
    return issuer;
  }

  get #protected(): ProtectedResource {
    if (this.#resource === undefined) throw new Error('it is not open yet');
    return this.#resource;
  }

  /** The MCP endpoint. */
  get url(): string {
    return this.#protected.url;
  }

  /** The identifier of the authorization server that the MCP server believes. */
  get issuer(): string {
    return this.#protected.issuer.issuer;
  }

  /** What the metadata of the MCP server calls it. */
  get resource(): string {
    return this.#protected.resource;
  }

  /** The identity provider, if there is one: its identifier, and where it gives tokens. */
  get idp(): { readonly issuer: string; readonly tokenEndpoint: string } | undefined {
    const idp = this.#issuers.find(({ name }) => name === 'idp');
    return idp && { issuer: idp.issuer, tokenEndpoint: idp.at('token') };
  }

  /** Every request that came to any of the servers, in order. */
  get requests(): readonly SignInRequest[] {
    return this.#scene.log.requests.all;
  }

  /** The requests that came to one place. */
  at(place: SignInPlace): readonly SignInRequest[] {
    return this.requests.filter((request) => request.place === place);
  }

  /** The `count`th request to a place, once it is there. The test's own limit bounds the wait. */
  until(place: SignInPlace, count = 1): Promise<SignInRequest> {
    return this.#scene.log.requests.nth((request) => request.place === place, count);
  }

  /** What the client has done wrong so far. */
  get violations(): readonly SignInViolation[] {
    return this.#scene.log.violations;
  }

  /** Does something wrong with the requests of a place. Of several that fit a request the first one counts. */
  misbehave(place: SignInFaultPlace, ...faults: readonly SignInFault[]): Misbehaviour {
    return this.#servers.misbehaviours.add(place, faults);
  }

  /** Deviates in these ways, and in no other, from now on. */
  deviate(...names: readonly SignInDeviation[]): void {
    const unknown = names.find((name) => !(name in signInDeviations));
    if (unknown !== undefined) throw new Error(`there is no deviation ${unknown}`);
    this.#scene.deviations.clear();
    for (const name of names) this.#scene.deviations.add(name);
  }

  /**
   * Plays the browser of a person who agrees: opens a page, and answers with the address that it sends to, which
   * is not opened; of a page that sends nowhere `undefined`.
   */
  async browse(page: string | URL): Promise<string | undefined> {
    const response = await fetch(page, { redirect: 'manual' });
    await response.body?.cancel();
    return response.headers.get('location') ?? undefined;
  }

  /** Every access token so far is invalid from now on. */
  expireTokens(): void {
    for (const { ledger } of this.#issuers) ledger.expire();
  }

  /** Every refresh token so far is `invalid_grant` from now on. */
  forgetRefreshTokens(): void {
    for (const { ledger } of this.#issuers) ledger.forgetRefreshTokens();
  }

  /** Every client that registered is `invalid_client` from now on. */
  purgeClients(): void {
    for (const { clients } of this.#issuers) clients.purge();
  }

  /** Proofs need another nonce from now on, at each server. */
  rotateNonces(): void {
    this.#protected.rotateNonce();
    for (const issuer of this.#issuers) issuer.rotateNonce();
  }

  /** Decides on every device that waits. */
  decideDevices(decision: 'allowed' | 'denied' | 'expired'): void {
    for (const { devices } of this.#issuers) {
      for (const device of devices.values()) device.decision = decision;
    }
  }

  /**
   * The MCP server believes another authorization server from now on, and no token of the one before.
   *
   * @returns the identifier of the new one
   */
  async migrate(options: IssuerOptions = this.#options.issuer ?? {}): Promise<string> {
    if (this.#issuers.some(({ name }) => name === 'second')) throw new Error('it has moved before');
    this.#protected.issuer = await this.#openIssuer('second', options);
    return this.issuer;
  }

  /** An ID token of the identity provider, for one of its clients. */
  idToken(clientId: string, claims: Readonly<Record<string, unknown>> = {}): string {
    const idp = this.#issuers.find(({ name }) => name === 'idp');
    if (idp === undefined) throw new Error('there is no identity provider');
    const about = { iss: idp.issuer, sub: 'somebody', aud: clientId };
    return idp.key.sign({ ...about, ...this.#times(), ...claims });
  }

  /** What a platform says of a workload that runs on it, as an assertion for the authorization server. */
  workloadToken(claims: Readonly<Record<string, unknown>> = {}): string {
    const { issuer, key } = this.#scene.platform;
    const about = { iss: issuer, sub: 'workload-1', aud: this.issuer };
    return key.sign({ ...about, ...this.#times(), ...claims });
  }

  #times(): { readonly iat: number; readonly exp: number } {
    const iat = Math.floor(this.#scene.now() / 1_000);
    return { iat, exp: iat + 300 };
  }

  /** Ends every connection, and listens no more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener[Symbol.asyncDispose]()));
  }
}

/**
 * Servers for tests of a sign-in: see {@link SignInOptions} for what they can be told.
 *
 * @public
 */
export function scriptedSignIn(options: SignInOptions = {}): Promise<ScriptedSignIn> {
  return ScriptedSignIn.open(options);
}
