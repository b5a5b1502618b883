import type { Clock, Timer } from '../../protocol/index.ts';
import { BodyCollector } from './body-collector.ts';
import type { ExchangeFault } from './exchange.ts';

/** Takes the body of one reply. */
export interface BodyReader {
  chunk(bytes: Uint8Array): void;
  end(): void;
  broke(fault: ExchangeFault): void;
  /** Lets go of what it holds; nothing is told any more. */
  stop?(): void;
}

const maxRefusalMs = 5_000;

/** How much of the body of a refusal is read. */
export interface RefusalBounds {
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * Reads the body of a refusal, as far as its bounds go: it only explains, so what is missing does no
 * harm.
 *
 * @param done - called once with what there is
 */
export function readRefusal(
  { maxBytes, clock }: RefusalBounds,
  done: (body: string) => void,
): BodyReader {
  const body = new BodyCollector(maxBytes);
  let timer: Timer | undefined = clock.setTimer(finish, maxRefusalMs);
  function stop(): void {
    if (timer !== undefined) clock.clearTimer(timer);
    timer = undefined;
  }
  function finish(): void {
    if (timer === undefined) return;
    stop();
    done(body.text());
  }
  return {
    chunk(bytes: Uint8Array): void {
      if (timer !== undefined && !body.add(bytes)) finish();
    },
    end: finish,
    broke: finish,
    stop,
  };
}
