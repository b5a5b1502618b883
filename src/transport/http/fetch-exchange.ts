import type { ExchangeFault, ExchangeHandle, ExchangeReply } from './exchange.ts';
import { addField } from './head-fields.ts';

/**
 * One exchange over `fetch`.
 *
 * It has a controller of its own: on a signal that outlives its requests, run-times keep a listener
 * for each of them. Its body is read by its reader, since not every run-time can iterate over one.
 */
export class FetchExchange implements ExchangeHandle {
  readonly #running: Set<FetchExchange>;
  readonly #reply: ExchangeReply;
  readonly #controller = new AbortController();
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isOver = false;

  readonly #fields: string;

  /** @param names - the names of the header fields that are sent */
  constructor(running: Set<FetchExchange>, reply: ExchangeReply, names: readonly string[]) {
    this.#running = running;
    this.#reply = reply;
    this.#fields = names.filter((name) => /^mcp-/i.test(name)).join(', ');
    running.add(this);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Sends the request in a later microtask and passes its reply on. Never rejects. */
  async run(host: string, send: () => Promise<Response>): Promise<void> {
    try {
      const response = await Promise.resolve().then(() => (this.#isOver ? undefined : send()));
      if (response !== undefined) await this.#pass(response, host);
    } catch (error) {
      this.#break(faultOf(error, host, this.#fields));
    }
  }

  abort(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#controller.abort();
    // A fetch that was given may not know of signals.
    this.#reader?.cancel().catch(() => {});
  }

  /** Ends the exchange with a fault of our own. */
  break(detail: string): void {
    if (this.#isOver) return;
    this.abort();
    this.#reply.broke({ systemCode: undefined, detail, beforeSent: false });
  }

  async #pass(response: Response, host: string): Promise<void> {
    if (this.#isOver) return void response.body?.cancel().catch(() => {});
    // A browser hides where a redirect leads to, and that it is one.
    if (response.type === 'opaqueredirect') {
      this.#reply.head(302, {});
      return this.#end();
    }
    if (response.redirected)
      return this.break(`the fetch that was given followed a redirect of ${host}`);
    if (response.status === 0) return this.break(`no reply came from ${host}`);
    this.#reader = response.body?.getReader();
    this.#reply.head(response.status, readFields(response.headers));
    await this.#read();
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const piece = await this.#reader?.read();
      if (this.#isOver) return;
      if (piece === undefined || piece.done) return this.#end();
      this.#reply.chunk(piece.value);
    }
  }

  #end(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reply.end();
  }

  #break(fault: ExchangeFault): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reply.broke(fault);
  }

  #finish(): void {
    this.#isOver = true;
    this.#running.delete(this);
  }
}

function readFields(headers: Headers): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  headers.forEach((value, name) => addField(fields, name, value));
  return fields;
}

/** What some run-times call by names of their own. */
const systemNames: Readonly<Record<string, string>> = {
  ConnectionRefused: 'ECONNREFUSED',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
};
const neverSent: readonly (string | undefined)[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Only a code is passed on: the text of an error can quote what was sent. */
function faultOf(error: unknown, host: string, fields: string): ExchangeFault {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  const inner = (cause as { readonly code?: unknown } | null | undefined)?.code;
  const known = [inner, code].find((each) => typeof each === 'string');
  const systemCode = known === undefined ? undefined : (systemNames[known] ?? known);
  return {
    systemCode,
    detail: `the exchange with ${host} failed${systemCode === undefined ? guess(fields) : ` (${systemCode})`}`,
    beforeSent: neverSent.includes(systemCode),
  };
}

/** A browser keeps to itself which header field a server does not let it send. */
function guess(fields: string): string {
  if (fields === '') return '';
  return `, the run-time does not say why; in a browser the server must allow the header fields ${fields}`;
}
