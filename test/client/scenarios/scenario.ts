import type { ChannelFailure } from '../../../src/protocol/channel-failure.ts';
import type { Limits } from '../../../src/protocol/limits.ts';
import type { JsonObject } from '../../../src/protocol/model/json.ts';
import type { Root } from '../../../src/protocol/model/root.ts';
import type { RowId } from '../../requirements/index.ts';

/** The way of interacting that a scenario is about. */
export type EraName = 'legacy' | 'modern';

/**
 * A conversation between the client and a scripted server, as data: what happens goes in, what must
 * come of it is compared.
 *
 * At its end nothing may be left over: no message and no report that no step looked at, no call that
 * still waits, no listener on a signal, no timer, no open channel.
 */
export interface Scenario {
  readonly rows: readonly RowId[];
  readonly title: string;
  readonly era: EraName;
  readonly transport: 'pipe';
  readonly options?: ScenarioOptions;
  /** Whether the steps begin before the client connects. Else they begin with a client that is connected. */
  readonly fromStart?: true;
  /** Set where the scenario leaves open what is reported. */
  readonly anyReports?: true;
  /** Set where the scenario leaves open what else is sent. */
  readonly anythingSent?: true;
  readonly steps: readonly Step[];
}

/** What the client is connected with. */
export interface ScenarioOptions {
  readonly revision?: 'auto' | 'legacy' | '2024-11-05' | '2025-03-26' | '2025-06-18' | '2026-07-28';
  readonly timeoutMs?: number;
  readonly maxTotalMs?: number;
  readonly connectTimeoutMs?: number;
  readonly strict?: boolean;
  readonly limits?: Partial<Limits>;
  /** The answer to the question for roots: at once, when a step releases it, or none but an exception. */
  readonly roots?: readonly Root[] | 'held' | 'throws';
  /** Capabilities that the server declares in place of all of them. */
  readonly capabilities?: object;
}

/** How a step makes one call. */
export interface CallSettings {
  readonly timeoutMs?: number;
  readonly maxTotalMs?: number;
  readonly meta?: JsonObject;
  /** `throws`: someone listens, and fails. */
  readonly onProgress?: 'listen' | 'throws';
  /** `later`: a step aborts it. */
  readonly signal?: 'later' | 'already-aborted';
}

/** One thing that happens, or one thing that must have come of what happened. */
export type Step =
  // The caller's side.
  | ClientStep
  | { readonly abort: string; readonly reason?: unknown }
  | { readonly releaseRoots: readonly Root[] }
  // The peer's side. `together`: several messages in one read.
  | { readonly peer: unknown }
  | { readonly together: readonly unknown[] }
  | { readonly loses: string; readonly failure: ChannelFailure }
  | { readonly peerEnds: ChannelFailure }
  | { readonly advanceMs: number }
  // What the client sent, in its order: a partial message, and paths that it must not have.
  | { readonly expectSent: object; readonly as?: string; readonly lacks?: readonly string[] }
  | { readonly expectSentNothing: true }
  // What became of a call, the last one if none is named.
  | { readonly expectResult: unknown; readonly of?: string }
  | { readonly expectError: ExpectedError; readonly of?: string }
  | { readonly expectPending: true; readonly of?: string }
  | {
      readonly expectProgress: readonly object[];
      readonly of?: string;
      /** All of it must have come before the call had its result. */
      readonly beforeResult?: true;
    }
  // What the connection told.
  | { readonly expectReport: string; readonly mentions?: readonly string[] }
  | { readonly expectNoReport: true }
  | { readonly expectLog: object }
  | { readonly expectServer: object }
  /** The client speaks the modern era, or has refused to connect. */
  | { readonly expectNoLegacySession: true }
  | { readonly expectClosed: true };

/** A call of the client's API. */
export type ClientStep = { readonly as?: string; readonly settings?: CallSettings } & (
  | { readonly client: 'connect' | 'close' | 'ping' }
  | { readonly client: 'listTools' | 'listResources' | 'listResourceTemplates' | 'listPrompts' }
  | { readonly client: 'callTool'; readonly name: unknown; readonly args?: object }
  | { readonly client: 'readResource'; readonly uri: unknown }
  | { readonly client: 'getPrompt'; readonly name: unknown }
);

/** What must be true of an error. Every error must also name the server. */
export interface ExpectedError {
  readonly kind?: 'PeerError' | 'TransportError' | 'ProtocolError';
  readonly code?: string | number;
  readonly mentions?: readonly string[];
}

/** A value that is read from an earlier message of the client: `call.params._meta.progressToken`. */
export interface Recalled {
  readonly $recall: string;
  /** A number as a string, a string of digits as a number. */
  readonly $otherType?: true;
}
