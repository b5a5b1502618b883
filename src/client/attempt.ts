import type { JsonObject, McpError, PendingCall, Progress } from '../protocol/index.ts';
import type { Negotiated } from './negotiate.ts';
import type { TaskWish } from './tasks/task-wish.ts';
import type { ClientSettings } from './options.ts';
import type { CallToolOptions } from './request-options.ts';

/** A request of a feature, before it is known on which connection it goes out. */
export interface LinkRequest {
  readonly method: string;
  /** The tool, prompt or URI that it is about. */
  readonly subject?: string;
  readonly params?: JsonObject | undefined;
  readonly options: CallToolOptions;
  /** Whether it is sent again after a lost session or stream, or a passing HTTP error. */
  readonly repeatable: boolean;
  /** Whether progress is asked for. */
  readonly progress: boolean;
  readonly toolFields?: Readonly<Record<string, string>> | undefined;
  /** Set where it answers what an earlier result of the same request asked for. */
  readonly round?: Round;
  /** What its spans belong to, where there is tracing. */
  readonly scope?: unknown;
  /** Set where it asks to be run as a task. */
  readonly task?: TaskWish | undefined;
}

/** A request that was sent before, and what its results asked for so far. */
export interface Round {
  /** The request as it was first sent. */
  readonly first: LinkRequest;
  /** How often it was answered with questions. */
  readonly count: number;
  /** The addresses that a person was shown already. */
  readonly seen: ReadonlySet<string>;
}

/** Whom an attempt tells what became of it. */
export interface AttemptOwner {
  readonly answered: (attempt: Attempt) => void;
  readonly failed: (attempt: Attempt, error: unknown) => void;
  /** Tells the caller how far it has come. */
  readonly progressed: (tell: (progress: Progress) => void, progress: Progress) => void;
}

/**
 * Reads the result of a request; what it throws is the request's error. Where more has to happen
 * before there is a value, its promise takes the place of the value.
 */
export type ReadResult<T> = (result: object, request: LinkRequest) => T | Promise<T>;

/** A request and who waits for it. */
export interface Order {
  readonly request: LinkRequest;
  readonly read: ReadResult<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A request under way: what the connection settles, each time that it is sent. */
export class Attempt implements PendingCall {
  readonly order: Order;
  readonly method: string;
  readonly subject: string | undefined;
  readonly onProgress: PendingCall['onProgress'];
  timeoutMs = 0;
  maxTotalMs = 0;
  /** How often it was sent. */
  tries = 0;
  /** Over which connection it was sent last. */
  from: Negotiated | undefined;
  whenEnded: (() => void) | undefined;
  /** Why its result was of no use. */
  fault: unknown;
  readonly lingers: PendingCall['lingers'];
  readonly #owner: AttemptOwner;

  constructor(owner: AttemptOwner, order: Order) {
    this.#owner = owner;
    this.order = order;
    this.method = order.request.method;
    this.subject = order.request.subject;
    const { onProgress } = order.request.options;
    const { task } = order.request;
    this.lingers =
      task &&
      ((result, end): boolean => {
        task.endProgress = end;
        return 'task' in result;
      });
    this.onProgress = onProgress && ((progress): void => owner.progressed(onProgress, progress));
  }

  get scope(): unknown {
    return this.order.request.scope;
  }

  begin(from: Negotiated, settings: ClientSettings): void {
    const { timeoutMs, maxTotalMs } = this.order.request.options;
    this.timeoutMs = timeoutMs ?? settings.timeoutMs;
    this.maxTotalMs = maxTotalMs ?? settings.maxTotalMs;
    this.tries += 1;
    this.from = from;
  }

  resolve(result: object): void {
    this.whenEnded?.();
    this.#owner.answered(this);
    try {
      this.order.resolve(this.order.read(result, this.order.request));
    } catch (error) {
      this.fault = error;
      this.order.reject(error);
    }
  }

  reject(error: McpError): void {
    this.whenEnded?.();
    this.#owner.failed(this, error);
  }
}
