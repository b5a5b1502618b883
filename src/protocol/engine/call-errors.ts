import type { ChannelFailure } from '../channel-failure.ts';
import { nameCall, PeerError, ProtocolError, type ErrorSubject, type McpError } from '../errors.ts';
import { errorFromFailure } from '../failure-error.ts';
import { isSessionLost } from '../http-binding/session-lost.ts';
import { isWireError } from '../message.ts';
import type { OverdueCall, PendingCall } from './pending-calls.ts';

/** The errors with which calls to one server end. */
export class CallErrors {
  readonly #server: string;

  constructor(server: string) {
    this.#server = server;
  }

  /** What the error of a call is about. */
  about(call: PendingCall): ErrorSubject {
    return { server: this.#server, method: call.method, subject: call.subject };
  }

  /**
   * The channel failed the call: an error of the server where its reply carries one.
   *
   * @param sessionWorked - whether the session has had an answer: only then can it be lost
   */
  failed(call: PendingCall, failure: ChannelFailure, sessionWorked: boolean): McpError {
    const about = this.about(call);
    const sessionLost = isSessionLost(failure, sessionWorked);
    if (!sessionLost && failure.kind === 'http-status' && mayCarryAnswer(failure.status)) {
      const error = (failure.json as { readonly error?: unknown } | null | undefined)?.error;
      if (isWireError(error)) return new PeerError(error, about, failure.status);
    }
    return errorFromFailure(failure, { ...about, sessionLost });
  }

  noResponse(call: PendingCall, why: string): ProtocolError {
    const words = `the answer to ${nameCall(this.about(call))} is no JSON-RPC response: ${why}`;
    return new ProtocolError('INVALID_RESULT', words, this.about(call));
  }

  overdue({ call, afterMs, inAll }: OverdueCall): ProtocolError {
    const which = inAll ? 'in all (maxTotalMs)' : '(timeoutMs)';
    const words = `${nameCall(this.about(call))} had no answer within ${afterMs} ms ${which}`;
    return new ProtocolError('TIMED_OUT', words, this.about(call));
  }

  cancelled(call: PendingCall, reason: string): ProtocolError {
    const words = `${nameCall(this.about(call))} was cancelled: ${reason}`;
    return new ProtocolError('CANCELLED', words, this.about(call));
  }

  tooMany(call: PendingCall, waiting: number): ProtocolError {
    const words = `${waiting} calls are waiting already (limits.maxPendingCalls)`;
    return new ProtocolError('TOO_MANY_CALLS', words, this.about(call));
  }

  unsendable(call: PendingCall, why: string): ProtocolError {
    const words = `${nameCall(this.about(call))} cannot be sent over HTTP: ${why}`;
    return new ProtocolError('INVALID_ARGUMENT', words, this.about(call));
  }

  unserialisable(call: PendingCall, cause: unknown): ProtocolError {
    const words = `the parameters of ${nameCall(this.about(call))} are no JSON`;
    return new ProtocolError('INVALID_ARGUMENT', words, this.about(call), { cause });
  }
}

/** Statuses with a meaning of their own outrank a JSON-RPC error in the body. */
function mayCarryAnswer(status: number): boolean {
  return status < 500 ? ![401, 403, 407, 408, 429].includes(status) : status <= 501;
}
