import { randomUUID } from 'node:crypto';
import type { HttpReply } from '../../faults/http-reply.ts';
import type { Issuer } from '../issuer/issuer.ts';
import type { Scene } from '../issuer/scene.ts';
import type { SignInPlace } from '../places.ts';
import { jsonReply } from '../wire/reply.ts';
import type { ResourceOptions } from './resource-options.ts';

/** An MCP server that wants a sign-in: what it is, and what it remembers. */
export class ProtectedResource {
  readonly scene: Scene;
  readonly options: ResourceOptions;
  readonly origin: string;
  /** The authorization server that it believes now. */
  issuer: Issuer;
  readonly seen: Set<string> = new Set();
  nonce = 'nonce-0';

  constructor(scene: Scene, options: ResourceOptions, at: { origin: string; issuer: Issuer }) {
    this.scene = scene;
    this.options = options;
    this.origin = at.origin;
    this.issuer = at.issuer;
  }

  get path(): string {
    return this.options.path ?? '/mcp';
  }

  get url(): string {
    return this.origin + this.path;
  }

  /** What its metadata calls it. */
  get resource(): string {
    const { deviations } = this.scene;
    if (deviations.has('resource-of-another')) return 'https://evil.example.com/mcp';
    return deviations.has('resource-of-parent') ? this.origin : this.url;
  }

  /** Where its metadata is; `undefined`: nowhere. */
  get metadataUrl(): string | undefined {
    const { metadata = 'at-path' } = this.options;
    const wellKnown = `${this.origin}/.well-known/oauth-protected-resource`;
    if (metadata === 'at-path') return this.path === '/' ? wellKnown : wellKnown + this.path;
    if (metadata === 'at-root') return wellKnown;
    return metadata === 'nowhere' ? undefined : this.origin + metadata;
  }

  /** Wants another nonce from now on. */
  rotateNonce(): void {
    this.nonce = `nonce-${randomUUID()}`;
  }

  placeAt(pathname: string): SignInPlace {
    const wellKnown = '/.well-known/oauth-protected-resource';
    if (pathname === this.path) return 'mcp';
    if (pathname === this.options.metadata) return 'resource-metadata';
    if (pathname === wellKnown) return 'resource-metadata-at-root';
    return pathname === wellKnown + this.path ? 'resource-metadata-at-path' : 'elsewhere';
  }

  /** @see {@link https://www.rfc-editor.org/rfc/rfc9728#section-2 | RFC 9728 §2} */
  metadata(): HttpReply {
    const { scopes, otherIssuers = [] } = this.options;
    return jsonReply({
      resource: this.resource,
      authorization_servers: [...otherIssuers, this.issuer.issuer],
      bearer_methods_supported: ['header'],
      ...(scopes !== undefined && { scopes_supported: scopes }),
      ...(this.issuer.options.dpop === 'required' && { dpop_bound_access_tokens_required: true }),
    });
  }
}
