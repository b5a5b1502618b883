import { editAnswer } from './edit-answer.ts';
import type { Fault } from './fault.ts';
import { planReply, type HttpReply } from './http-reply.ts';

/** How an answer leaves: what of it, when, in which pieces, and what ends meanwhile. */
export interface Delivery {
  /** The messages as text, each to be framed by its carrier. */
  readonly texts: readonly string[];
  /** The code of the error that it is. */
  readonly code: number | undefined;
  /** What stands before them, in no frame. */
  readonly noise: string;
  readonly wait: Wait | undefined;
  readonly flood: Extract<Fault, { kind: 'flood' }> | undefined;
  readonly cuts: readonly number[];
  readonly drip: { readonly bytes: number; readonly everyMs: number } | undefined;
  readonly end: Ending | undefined;
  /** The stream of the reply is closed before the answer, to be resumed after this time. */
  readonly resumeMs: number | undefined;
}

/** What an answer waits for. */
export type Wait = 'for-ever' | 'release' | 'next-answer' | { readonly afterMs: number };

/** What ends before an answer is whole. */
export type Ending = { readonly afterBytes: number } & (
  | { readonly kind: 'cut'; readonly how: 'end' | 'reset' }
  | { readonly kind: 'exit'; readonly exit: Exit }
);

/** How a process ends. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** The refusal in the place of any work that faults ask for, or that the session is to be forgotten. */
export function refusalIn(faults: readonly Fault[]): HttpReply | 'forget-session' | undefined {
  for (const fault of faults) {
    const reply = fault.kind === 'forget-session' ? fault.kind : planReply(fault);
    if (reply !== undefined) return reply;
  }
  return undefined;
}

/** The media type that faults give a reply, whatever is in it. */
export function typeIn(faults: readonly Fault[]): string | undefined {
  return faults.find((fault) => fault.kind === 'content-type')?.type;
}

/** How an answer leaves a server with these faults. */
export function planDelivery(answer: object, faults: readonly Fault[]): Delivery {
  const plain: Delivery = {
    texts: [JSON.stringify(answer)],
    code: (answer as { readonly error?: { readonly code: number } }).error?.code,
    noise: '',
    wait: undefined,
    flood: undefined,
    cuts: [],
    drip: undefined,
    end: undefined,
    resumeMs: undefined,
  };
  // What is no JSON any more cannot be edited.
  const isLast = ({ kind }: Fault): number => Number(kind === 'malformed');
  const ordered = faults.toSorted((one, other) => isLast(one) - isLast(other));
  return ordered.reduce(amended, plain);
}

function amended(delivery: Delivery, fault: Fault): Delivery {
  switch (fault.kind) {
    case 'drop':
      return { ...delivery, wait: 'for-ever' };
    case 'hold':
      return { ...delivery, wait: 'release' };
    case 'reorder':
      return { ...delivery, wait: 'next-answer' };
    case 'delay':
      return { ...delivery, wait: { afterMs: fault.afterMs } };
    case 'duplicate': {
      const copies = Array.from({ length: fault.times ?? 2 }, () => delivery.texts);
      return { ...delivery, texts: copies.flat() };
    }
    case 'noise':
      return { ...delivery, noise: delivery.noise + fault.text };
    case 'flood':
      return { ...delivery, flood: fault };
    case 'split':
      return { ...delivery, cuts: fault.at };
    case 'drip':
      return { ...delivery, drip: { bytes: fault.bytes ?? 1, everyMs: fault.everyMs } };
    case 'cut': {
      const { afterBytes = 0, how = 'end' } = fault;
      return { ...delivery, end: { kind: 'cut', afterBytes, how } };
    }
    case 'exit': {
      const { signal = null, stderr = '', afterBytes = 0 } = fault;
      const exit = { code: signal === null ? (fault.code ?? 1) : null, signal, stderr };
      return { ...delivery, end: { kind: 'exit', afterBytes, exit } };
    }
    case 'close-stream':
      return { ...delivery, resumeMs: fault.retryMs ?? 50 };
    case 'wrong-id':
    case 'no-id':
    case 'both':
    case 'neither':
    case 'malformed':
    case 'oversized':
      return { ...delivery, texts: delivery.texts.map((text) => editAnswer(text, fault)) };
    case 'status':
    case 'page':
    case 'redirect':
    case 'forget-session':
    case 'content-type':
      return delivery;
  }
}
