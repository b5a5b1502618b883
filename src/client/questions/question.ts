import type { InputRequest } from '../../protocol/index.ts';

/** A question of the server, its parameters parsed. */
export type Question = InputRequest & {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** The call that the server works on, where that is known. */
  readonly about?: { readonly method: string; readonly subject?: string | undefined } | undefined;
};
