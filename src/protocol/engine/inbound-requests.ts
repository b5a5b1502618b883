import type { MessageHead } from '../channel.ts';
import { isRequestId, type Incoming, type RequestId, type WireError } from '../message.ts';

/** A request of the server that waits for our answer. @public */
export interface InboundRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
  /** Whether a call of ours was under way when it came. */
  readonly whileCalling: boolean;
  /** Answers with a result. Only the first answer counts, and none after a withdrawal. */
  answer(result: object): void;
  /** Answers with an error. */
  refuse(error: WireError): void;
  /** Set by whoever works on it: called when the server no longer wants the answer. */
  onWithdrawn: (() => void) | undefined;
}

/** What inbound requests need from their connection. */
export interface InboundDoor {
  send(text: string, head: MessageHead): void;
  pass(request: InboundRequest): void;
  /** Whether a call of ours is under way. */
  isCalling(): boolean;
  /** The server took a request back. */
  withdrawn(method: string, reason: string | undefined): void;
  /** From now on something, or nothing, waits for an answer. */
  waits(something: boolean): void;
}

/**
 * The server's requests that are not answered yet.
 *
 * `ping` is answered here and at once, whoever asks
 * ({@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping | ping}).
 */
export class InboundRequests {
  readonly #open = new Map<RequestId, InboundRequest>();
  readonly #door: InboundDoor;
  readonly #max: number;

  constructor(door: InboundDoor, max: number) {
    this.#door = door;
    this.#max = max;
  }

  /** Takes a request, unless its id is that of one that still waits: an answer could mean either. */
  receive({ id, method, params }: Extract<Incoming, { kind: 'request' }>): 'taken' | 'repeated' {
    if (this.#open.has(id)) return 'repeated';
    if (method === 'ping') {
      this.#reply(id, method, { result: {} });
      return 'taken';
    }
    if (this.#open.size >= this.#max) {
      const error = {
        code: -32603,
        message: `more than ${this.#max} requests are waiting for this client`,
      };
      this.#reply(id, method, { error });
      return 'taken';
    }
    const request: InboundRequest = {
      id,
      method,
      params,
      whileCalling: this.#door.isCalling(),
      answer: (result): void => this.#settle(request, { result }),
      refuse: (error): void => this.#settle(request, { error }),
      onWithdrawn: undefined,
    };
    this.#open.set(id, request);
    if (this.#open.size === 1) this.#door.waits(true);
    this.#door.pass(request);
    return 'taken';
  }

  /** Takes a cancellation; one that names none of these requests changes nothing. */
  withdraw(params: unknown): void {
    const id = (params as { readonly requestId?: unknown } | null | undefined)?.requestId;
    const request = isRequestId(id) ? this.#open.get(id) : undefined;
    if (request === undefined) return;
    // The receiver of a cancellation sends no response (basic/utilities/cancellation).
    this.#remove(request.id);
    const { reason } = params as { readonly reason?: unknown };
    this.#door.withdrawn(request.method, typeof reason === 'string' ? reason : undefined);
    request.onWithdrawn?.();
  }

  /** Nobody waits for an answer any more. */
  withdrawAll(): void {
    const requests = [...this.#open.values()];
    if (requests.length === 0) return;
    this.#open.clear();
    this.#door.waits(false);
    for (const request of requests) request.onWithdrawn?.();
  }

  #settle(request: InboundRequest, outcome: object): void {
    const { id, method } = request;
    if (this.#open.get(id) !== request) return;
    // A result that is no JSON throws here and answers nothing: the request can still be refused.
    const text = encode(id, outcome);
    this.#remove(id);
    this.#door.send(text, { kind: 'response', method, id });
  }

  #remove(id: RequestId): void {
    if (this.#open.delete(id) && this.#open.size === 0) this.#door.waits(false);
  }

  #reply(id: RequestId, method: string, outcome: object): void {
    this.#door.send(encode(id, outcome), { kind: 'response', method, id });
  }
}

function encode(id: RequestId, outcome: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
}
