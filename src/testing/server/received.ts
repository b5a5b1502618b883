/** A message that a scripted server got. @public */
export interface ReceivedMessage {
  /** The method; of a response `undefined`. */
  readonly method: string | undefined;
  readonly id: unknown;
  /** The parameters of a request or notification; `{}` where there are none. */
  readonly params: Readonly<Record<string, unknown>>;
  /** All of it, as it came. */
  readonly message: unknown;
  /** The header fields that it came with, names in lower case; none on a pipe. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A list that grows while a test waits for it. */
export class Arrivals<Item> {
  readonly all: Item[] = [];
  #waiting: (() => void)[] = [];

  add(item: Item): void {
    this.all.push(item);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The `count`th that fits, once it is there. The test's own limit bounds the wait. */
  async nth(fits: (item: Item) => boolean, count: number): Promise<Item> {
    for (;;) {
      const found = this.all.filter(fits)[count - 1];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }
}

/** A message as it is kept. */
export function received(
  message: unknown,
  headers: Readonly<Record<string, string>>,
): ReceivedMessage {
  const members = (message ?? {}) as Readonly<Record<string, unknown>>;
  const { method, id, params } = members;
  return {
    method: typeof method === 'string' ? method : undefined,
    id,
    params: (params ?? {}) as ReceivedMessage['params'],
    message,
    headers,
  };
}
