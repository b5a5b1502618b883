import { PeerError, ProtocolError, quote, TransportError, type McpError } from '../errors.ts';
import { eraOf, isRevision, revisions, type Revision } from '../revisions/registry.ts';
import { chooseFrom, classifyRefusal, type ProbeVerdict } from './classify-probe.ts';
import { fitsWish, legacyWish, modernWish, type RevisionWish } from './wish.ts';

/** What to do next to find out how to speak with a server. @public */
export type NegotiationStep =
  | { readonly do: 'discover'; readonly revision: Revision }
  | { readonly do: 'initialize'; readonly revision: Revision }
  /** Open the server anew, since it ended on the probe, and begin with the handshake. */
  | { readonly do: 'reopen'; readonly revision: Revision }
  /** Go on with the handshake on the deprecated transport. */
  | { readonly do: 'use-older'; readonly revision: Revision }
  /** Another answer is still to come. */
  | { readonly do: 'wait' }
  /** So is this one, which is worth no more than the wait for a probe: then tell of the silence. */
  | { readonly do: 'wait-briefly' }
  | { readonly do: 'agree'; readonly revision: Revision }
  | { readonly do: 'fail'; readonly error: McpError };

/** What a negotiation is about. @public */
export interface NegotiationSubject {
  readonly server: string;
  readonly wish: RevisionWish;
  readonly kind: 'pipe' | 'http';
  /** Whether there is a deprecated transport to fall back to. */
  readonly hasOlder: boolean;
}

/** A server that rejects a version and lists that very version gets a second chance, not a third. */
const maxTries = 2;

/**
 * Finds the revision to speak with a server: told what each question met, it says what to do next.
 *
 * On a pipe both questions may be open at once: the handshake goes out when the probe stays silent,
 * and its success decides, or else the late answer to the probe.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning | Versioning, Backward Compatibility}
 * @public
 */
export class Negotiation {
  readonly #about: NegotiationSubject;
  readonly #refusals: McpError[] = [];
  #discovers = 0;
  #initializes = 0;
  #openDiscover = false;
  #openInitialize = false;
  #reopened = false;
  /** What a probe that was answered late has offered, while the handshake is open too. */
  #late: Revision | undefined;
  /** Why the current HTTP transport was left; it says more than the deprecated one's refusal. */
  #leftCurrent: McpError | undefined;

  constructor(about: NegotiationSubject) {
    this.#about = about;
  }

  start(): NegotiationStep {
    const modern = modernWish(this.#about.wish);
    return modern === undefined ? this.#handshake() : this.#discover(modern);
  }

  /** No answer has come in the time that a probe has. */
  silent(): NegotiationStep {
    const may =
      this.#openDiscover && !this.#openInitialize && legacyWish(this.#about.wish) !== undefined;
    return this.#agreeLate() ?? (may ? this.#handshake() : { do: 'wait' });
  }

  /** `server/discover` was answered with these versions, or with something that lists none. */
  discovered(offered: readonly string[] | undefined): NegotiationStep {
    this.#openDiscover = false;
    const verdict: ProbeVerdict =
      offered === undefined ? { kind: 'not-understood' } : chooseFrom(offered, this.#about.wish);
    if (verdict.kind === 'speaks' && eraOf(verdict.revision) === 'modern') {
      if (!this.#openInitialize) return { do: 'agree', revision: verdict.revision };
      // A server of both eras reads the handshake next and takes it: from then on it is legacy. Only
      // one that refuses it, or says nothing to it, is spoken with as it says here.
      this.#late = verdict.revision;
      return { do: 'wait-briefly' };
    }
    if (this.#openInitialize && verdict.kind === 'not-understood') return { do: 'wait' };
    return this.#follow(verdict, undefined);
  }

  discoverFailed(error: McpError): NegotiationStep {
    this.#openDiscover = false;
    this.#refusals.push(error);
    if (hasExited(error)) return this.#exited(error);
    const verdict = classifyRefusal(error, this.#about.wish);
    if (this.#openInitialize && !speaksModern(verdict)) return { do: 'wait' };
    return this.#follow(verdict, error);
  }

  /** `initialize` was answered with this version. */
  initialized(version: string): NegotiationStep {
    this.#openInitialize = false;
    if (!isRevision(version)) return this.#noCommon([version]);
    // A result of the handshake that names a modern revision opens no session: only a probe tells.
    if (eraOf(version) === 'modern')
      return this.#agreeLate() ?? this.#discoverAgain(version, undefined);
    return fitsWish(this.#about.wish, version)
      ? { do: 'agree', revision: version }
      : this.#noCommon([version]);
  }

  initializeFailed(error: McpError): NegotiationStep {
    this.#openInitialize = false;
    this.#refusals.push(error);
    if (hasExited(error)) return this.#exited(error);
    const late = this.#agreeLate();
    if (late !== undefined) return late;
    const verdict = classifyRefusal(error, this.#about.wish);
    if (verdict.kind === 'speaks' || verdict.kind === 'no-common-revision')
      return this.#follow(verdict, error);
    // A modern server that starts slowly refuses the handshake before it answers the probe.
    if (this.#openDiscover) return { do: 'wait' };
    return this.#olderTransport(verdict, error) ?? this.#fail(this.#leftCurrent ?? error);
  }

  #agreeLate(): NegotiationStep | undefined {
    return this.#late === undefined ? undefined : { do: 'agree', revision: this.#late };
  }

  #follow(verdict: ProbeVerdict, error: McpError | undefined): NegotiationStep {
    switch (verdict.kind) {
      case 'speaks':
        return eraOf(verdict.revision) === 'modern'
          ? this.#discoverAgain(verdict.revision, error)
          : this.#handshakeAt(verdict.revision, error);
      case 'no-common-revision':
        return this.#noCommon(verdict.offered);
      case 'not-understood':
        return legacyWish(this.#about.wish) === undefined
          ? this.#notModern(error)
          : this.#handshake();
      case 'refused':
      case 'no-evidence':
        return this.#fail(error ?? this.#notModernError(undefined));
    }
  }

  #discover(revision: Revision): NegotiationStep {
    this.#discovers += 1;
    this.#openDiscover = true;
    return { do: 'discover', revision };
  }

  #discoverAgain(revision: Revision, error: McpError | undefined): NegotiationStep {
    if (this.#openDiscover) return { do: 'wait' };
    if (modernWish(this.#about.wish) === undefined) return this.#noCommon([revision]);
    if (this.#discovers >= maxTries) return this.#fail(error ?? this.#noCommonError([revision]));
    return this.#discover(revision);
  }

  #handshake(): NegotiationStep {
    const revision = legacyWish(this.#about.wish);
    return revision === undefined
      ? this.#notModern(undefined)
      : this.#handshakeAt(revision, undefined);
  }

  #handshakeAt(revision: Revision, error: McpError | undefined): NegotiationStep {
    if (this.#initializes >= maxTries) return this.#fail(error ?? this.#noCommonError([revision]));
    this.#initializes += 1;
    this.#openInitialize = true;
    return { do: 'initialize', revision };
  }

  /** Some legacy servers end on a first message other than the handshake: they get one more start. */
  #exited(error: McpError): NegotiationStep {
    const revision = legacyWish(this.#about.wish);
    if (this.#discovers === 0 || this.#reopened || revision === undefined) return this.#fail(error);
    this.#reopened = true;
    this.#late = undefined;
    this.#openDiscover = false;
    this.#openInitialize = true;
    return { do: 'reopen', revision };
  }

  /** 400, 404 and 405 to the handshake send a client to the transport of 2024-11-05 (basic/transports). */
  #olderTransport(verdict: ProbeVerdict, error: McpError): NegotiationStep | undefined {
    const revision = legacyWish(this.#about.wish);
    if (!this.#about.hasOlder || this.#leftCurrent !== undefined || revision === undefined)
      return undefined;
    if (verdict.kind !== 'not-understood' || statusOf(error) === undefined) return undefined;
    this.#leftCurrent = error;
    this.#openInitialize = true;
    return { do: 'use-older', revision };
  }

  #noCommon(offered: readonly string[]): NegotiationStep {
    return this.#fail(this.#noCommonError(offered));
  }

  #noCommonError(offered: readonly string[]): McpError {
    const { server, wish } = this.#about;
    const ours = revisions.filter((revision) => fitsWish(wish, revision)).join(', ');
    // Versions are the server's words, and may be no dates at all.
    const theirs = offered.slice(0, 10).map((version) => quote(version.slice(0, 40)));
    const words = `no common revision: the server speaks ${theirs.join(', ') || 'none'}, and wanted here is ${ours}`;
    return new ProtocolError('NO_COMMON_REVISION', words, { server });
  }

  #notModern(cause: McpError | undefined): NegotiationStep {
    return this.#fail(this.#notModernError(cause));
  }

  #notModernError(cause: McpError | undefined): McpError {
    const { server, wish } = this.#about;
    const words = `the server does not speak revision ${wish}; with revision 'auto' an older one is tried`;
    return new ProtocolError('NO_COMMON_REVISION', words, { server }, { cause });
  }

  /** The last refusal says most; the others are kept with it. */
  #fail(error: McpError): NegotiationStep {
    const earlier = this.#refusals.filter((refusal) => refusal !== error);
    if (earlier.length > 0 && error.cause === undefined) {
      error.cause = new AggregateError(earlier, `${this.#about.server}: what was tried before`);
    }
    return { do: 'fail', error };
  }
}

function speaksModern(verdict: ProbeVerdict): boolean {
  return verdict.kind === 'speaks' && eraOf(verdict.revision) === 'modern';
}

function hasExited(error: McpError): boolean {
  return error instanceof TransportError && error.failure.kind === 'exited';
}

function statusOf(error: McpError): number | undefined {
  if (error instanceof PeerError) return error.status;
  if (!(error instanceof TransportError)) return undefined;
  const { failure } = error;
  return failure.kind === 'http-status' || failure.kind === 'unusable-reply'
    ? failure.status
    : undefined;
}
