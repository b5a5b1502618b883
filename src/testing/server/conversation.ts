import type {
  JsonObject,
  LoggingLevel,
  RequestId,
  Revision,
  SubscriptionFilter,
} from '../../protocol/index.ts';
import { Refusal } from '../script/refusal.ts';
import type { Say } from './lane.ts';

/** A subscription of the modern era. */
export interface Listening {
  readonly filter: SubscriptionFilter;
  readonly say: Say;
  /** Ends it as a server does that is going away. */
  readonly end: () => void;
}

/** What a scripted server knows of one client: a pipe, a session, or a single request of the modern era on HTTP. */
export class Conversation {
  /** Of the legacy era, once the handshake was made. */
  revision: Revision | undefined;
  logLevel: LoggingLevel | undefined;
  /** Resources that the client subscribed to, by URI. */
  readonly subscribed: Set<string> = new Set();
  readonly listenings: Map<RequestId, Listening> = new Map();
  /** The requests that are being answered. */
  readonly running: Map<RequestId, AbortController> = new Map();
  /** Says what belongs to no request. */
  readonly say: Say;
  readonly #asked = new Map<unknown, Asked>();
  #nextId = 1;

  constructor(say: Say) {
    this.say = say;
  }

  ask(method: string, params: JsonObject | undefined, say: Say): Promise<JsonObject> {
    const id = `asked-${this.#nextId++}`;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      say({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
    });
  }

  /** Takes the answer to a question of ours; `false` if it is none. */
  answered({ id, result, error }: JsonObject): boolean {
    const asked = this.#asked.get(id);
    if (asked === undefined) return false;
    this.#asked.delete(id);
    if (error === undefined) asked.resolve(result as JsonObject);
    else asked.reject(refusalIn(error as JsonObject));
    return true;
  }

  cancel(id: RequestId): void {
    this.running.get(id)?.abort();
    this.listenings.delete(id);
  }

  /** The client is gone. */
  end(): void {
    for (const running of this.running.values()) running.abort();
    this.listenings.clear();
    for (const { reject } of this.#asked.values())
      reject(new Refusal(-32_000, 'the client is gone'));
    this.#asked.clear();
  }
}

interface Asked {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: Refusal) => void;
}

function refusalIn({ code, message, data }: JsonObject): Refusal {
  return new Refusal(Number(code), String(message), data);
}
