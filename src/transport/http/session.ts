import type { HeaderFields } from './credentials.ts';

/** What the reply to a handshake says of a session. */
export type SessionOffer = 'issued' | 'none' | 'unusable';

/**
 * The session that a legacy server keeps for one channel. Its id is a secret: whoever has it can
 * speak in the session.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management | Session management}
 */
export class Session {
  #id: string | undefined;
  #lost = false;

  /** The id that later requests must carry, where the server issued one. */
  get id(): string | undefined {
    return this.#id;
  }

  /** Whether there is a session that the server still knows, as far as we have heard. */
  get isAlive(): boolean {
    return this.#id !== undefined && !this.#lost;
  }

  /** Takes the id from the reply to a handshake. A new handshake replaces what an earlier one gave. */
  take(headers: HeaderFields): SessionOffer {
    const id = headers['mcp-session-id'];
    this.#id = undefined;
    this.#lost = false;
    if (id === undefined) return 'none';
    // The session ID MUST only contain visible ASCII characters (Session Management).
    if (!/^[\u0021-\u007e]+$/.test(id)) return 'unusable';
    this.#id = id;
    return 'issued';
  }

  /**
   * The server has said that it does not know the session. Requests still name it, so that each of
   * them gets that same answer and none is taken for a new beginning.
   */
  lose(): void {
    this.#lost = true;
  }

  forget(): void {
    this.#id = undefined;
  }
}
