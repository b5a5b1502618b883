import type { Delivery, Ending } from './delivery.ts';

/** Where the bytes of an answer go. */
export interface Outlet {
  readonly carrier: 'pipe' | 'http';
  /** Whether somebody may still read it. */
  readonly isOpen: boolean;
  /** Bytes that nobody has taken yet. */
  readonly backlog: number;
  /** Makes ready for an answer that leaves so, before anything of it is framed. */
  prepare(delivery: Delivery): void;
  frame(text: string): string;
  /** Text that belongs to no message. */
  noise(text: string): string;
  /** Runs a job while nothing else is written; at once if nothing is. */
  exclusively(job: () => void | Promise<void>): void;
  write(bytes: Uint8Array): void;
  /** The answer is whole. */
  done(): void;
  end(ending: Ending): void;
}
