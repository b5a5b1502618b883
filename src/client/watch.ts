import { McpError, ProtocolError } from '../protocol/index.ts';
import { onAbort } from './abort-listeners.ts';
import { keyOf, type Change, type ChangeListener, type Changes } from './changes.ts';
import { isWithin } from './is-within.ts';
import type { Link, OpenEnded } from './link.ts';
import { nthWait } from './nth-wait.ts';
import type { ClientSettings } from './options.ts';
import { pause } from './pause.ts';
import { isPassing, isServerLost } from './recovery.ts';
import {
  leftOut,
  namesSomething,
  notDeclared,
  wireFilter,
  type WatchFilter,
} from './watch-filter.ts';

/** The waits before a lost subscription is opened again; the last one repeats. */
const waitsMs: readonly number[] = [1_000, 2_000, 5_000, 15_000, 30_000];

/**
 * Changes of a server as they come, until it is ended: by `return` (leaving a `for await` calls it),
 * by its signal, or by the end of the connection. A change that is waiting to be read is told once,
 * however often it came.
 *
 * @public
 */
export class Watch implements AsyncIterableIterator<Change> {
  readonly #parts: WatchParts;
  readonly #listener: ChangeListener;
  readonly #unread = new Map<string, Change>();
  readonly #stop = new AbortController();
  #ended: { readonly error: Error | undefined } | undefined;
  /** Those who wait for a change, or for the end. */
  #waiting: (() => void)[] = [];
  #forgetLink: () => void = () => {};
  /** Whether the server has ever acknowledged a subscription of this watch. */
  #wasHeard = false;
  #forgetSignal: () => void = () => {};

  /** @internal */
  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#listener = {
      wants: (change) => isWanted(parts.filter, change),
      tell: (change) => this.#tell(change),
    };
    parts.changes.add(this.#listener);
    if (parts.signal !== undefined) this.#forgetSignal = onAbort(parts.signal, this.#end);
    this.#forgetLink = parts.link.events.whenOver(this.#end);
    if (parts.signal?.aborted === true) this.#end();
    if (!this.#stop.signal.aborted)
      this.#follow().then(this.#end, (error: unknown) => this.#fail(error as Error));
  }

  async next(): Promise<IteratorResult<Change, undefined>> {
    for (;;) {
      for (const [key, change] of this.#unread) {
        this.#unread.delete(key);
        return { done: false, value: change };
      }
      if (this.#ended !== undefined) return this.#over(this.#ended);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  return(): Promise<IteratorResult<Change, undefined>> {
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  readonly #end = (): void => this.#fail(undefined);

  #fail(error: Error | undefined): void {
    if (this.#ended !== undefined) return;
    this.#ended = { error };
    this.#stop.abort();
    this.#parts.changes.remove(this.#listener);
    this.#forgetSignal();
    this.#forgetLink();
    this.#wake();
  }

  #over(ended: { readonly error: Error | undefined }): IteratorResult<Change, undefined> {
    const { error } = ended;
    // An error is told once.
    this.#ended = { error: undefined };
    if (error !== undefined) throw error;
    return { done: true, value: undefined };
  }

  #tell(change: Change): void {
    this.#unread.set(keyOf(change), change);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Keeps the server telling, and says when it may have been unheard. */
  async #follow(): Promise<void> {
    const { link, settings } = this.#parts;
    const signal = this.#stop.signal;
    for (let lost = 0; !signal.aborted; lost += 1) {
      if (lost > 0) {
        await pause(settings.clock, nthWait(waitsMs, lost), signal);
        if (signal.aborted) return;
        this.#parts.changes.missed(watched(this.#parts.filter));
        this.#tell({ kind: 'missed' });
      }
      // A server that cannot be started again ends the link, and is nobody's to watch.
      if (link.isReplaced) await link.replaced(signal).catch(() => undefined);
      if (signal.aborted || link.isClosing) return;
      const before = settings.clock.now();
      const how = await (link.era.name === 'modern'
        ? this.#listen(signal)
        : this.#subscribe(signal));
      if (how === 'over') return;
      if (settings.clock.now() - before > 60_000) lost = 0;
    }
  }

  /** The modern era: one request whose answer is the end. */
  async #listen(signal: AbortSignal): Promise<'lost' | 'over'> {
    const { link, filter } = this.#parts;
    const params = { notifications: wireFilter(filter) };
    const stream = link.openEnded('subscriptions/listen', params, signal);
    const ended = stream.ended.catch((error: unknown) => error);
    const error = await this.#hear(stream, ended);
    if (signal.aborted || link.isClosing) return 'over';
    if (!(error instanceof McpError) || this.#mayComeBack(error)) return 'lost';
    if (await link.wasReplaced(stream.from, error)) return 'lost';
    throw error;
  }

  /** What a server refuses it would refuse again; one that was heard once may only be away. */
  #mayComeBack(error: McpError): boolean {
    if (error.code === 'STREAM_ENDED' || isServerLost(error)) return true;
    return this.#wasHeard && isPassing(error);
  }

  /** Hears what the server says of a subscription, until its end. */
  async #hear(stream: OpenEnded, ended: Promise<unknown>): Promise<unknown> {
    const { changes, filter } = this.#parts;
    const unfollow = changes.follow(stream.id, {
      listener: this.#listener,
      heard: (honoured) => {
        this.#wasHeard = true;
        stream.begun();
        this.#lacks(leftOut(filter, honoured));
      },
    });
    const error = await ended;
    unfollow();
    if (error instanceof McpError && error.code === 'TIMED_OUT') throw this.#unacknowledged();
    return error;
  }

  #lacks(filter: WatchFilter): void {
    if (namesSomething(filter)) this.#tell({ kind: 'unsupported', filter });
  }

  /** The legacy era: lists are told of unasked, single resources are subscribed to. */
  async #subscribe(signal: AbortSignal): Promise<'lost' | 'over'> {
    const { link, filter, changes } = this.#parts;
    const uris = filter.resources ?? [];
    this.#lacks(notDeclared(filter, link.server.capabilities));
    // What was subscribed to before another session took its place is not in that one.
    const interrupted = link.events.untilInterrupted(signal);
    try {
      await Promise.all(uris.map((uri) => this.#ask('resources/subscribe', uri)));
    } catch (error) {
      if (error instanceof McpError && isServerLost(error) && !link.isClosing) return 'lost';
      throw error;
    }
    const how = await interrupted;
    if (how === 'interrupted') return 'lost';
    // A session has one subscription to a resource, however many watch it.
    const last = uris.filter((uri) => !changes.isWatched({ kind: 'resource', uri }));
    if (!link.isClosing)
      await Promise.allSettled(last.map((uri) => this.#ask('resources/unsubscribe', uri)));
    return 'over';
  }

  async #ask(method: string, uri: string): Promise<void> {
    const request = {
      method,
      subject: uri,
      params: { uri },
      options: {},
      repeatable: true,
      progress: false,
    };
    await this.#parts.link.request(request, () => undefined);
  }

  #unacknowledged(): ProtocolError {
    const { about, timeoutMs } = this.#parts.settings;
    const words = `the server did not acknowledge the subscription within ${timeoutMs} ms (timeoutMs)`;
    return new ProtocolError('TIMED_OUT', words, { ...about, method: 'subscriptions/listen' });
  }
}

/** What a watch needs. */
export interface WatchParts {
  readonly link: Link;
  readonly changes: Changes;
  readonly settings: ClientSettings;
  readonly filter: WatchFilter;
  readonly signal: AbortSignal | undefined;
}

/** Whether a change is one that this filter is for. */
function isWanted(filter: WatchFilter, change: Change): boolean {
  switch (change.kind) {
    case 'tools':
      return filter.tools === true;
    case 'prompts':
      return filter.prompts === true;
    case 'resources':
      return filter.resourceList === true;
    case 'resource':
      return filter.resources?.some((uri) => isWithin(change.uri, uri)) === true;
    case 'missed':
    case 'unsupported':
      return true;
  }
}

/** What a filter lets through, as changes. */
function watched({ tools, prompts, resourceList, resources = [] }: WatchFilter): readonly Change[] {
  return [
    ...(tools === true ? [{ kind: 'tools' } as const] : []),
    ...(prompts === true ? [{ kind: 'prompts' } as const] : []),
    ...(resourceList === true ? [{ kind: 'resources' } as const] : []),
    ...resources.map((uri) => ({ kind: 'resource', uri }) as const),
  ];
}
