import type { Fault } from './fault.ts';

type EditFault = Extract<
  Fault,
  { kind: 'wrong-id' | 'no-id' | 'both' | 'neither' | 'malformed' | 'oversized' }
>;

/** The text of an answer with something wrong in it. Its id stays in front, where it has one. */
export function editAnswer(text: string, fault: EditFault): string {
  if (fault.kind === 'malformed') return fault.text ?? text.slice(0, -2);
  const { jsonrpc, id, ...outcome } = JSON.parse(text) as Answer;
  switch (fault.kind) {
    case 'wrong-id':
      return JSON.stringify({
        jsonrpc,
        id: fault.id === undefined ? 'of-no-request' : fault.id,
        ...outcome,
      });
    case 'no-id':
      return JSON.stringify({ jsonrpc, ...outcome });
    case 'both': {
      const error = { code: -32_603, message: 'and an error too' };
      return JSON.stringify({ jsonrpc, id, result: {}, error, ...outcome });
    }
    case 'neither':
      return JSON.stringify({ jsonrpc, id });
    case 'oversized':
      return padded({ jsonrpc, id, ...outcome }, fault.bytes);
  }
}

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: object;
  readonly error?: object;
}

function padded(answer: Answer, bytes: number): string {
  const member = answer.result === undefined ? 'error' : 'result';
  const pad = (padding: string): string =>
    JSON.stringify({ ...answer, [member]: { ...answer[member], padding } });
  const missing = bytes - Buffer.byteLength(pad(''));
  return pad(' '.repeat(Math.max(0, missing)));
}
