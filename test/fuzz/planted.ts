import { classifyMessage, MessageDecoder } from '../../src/protocol/index.ts';
import { linesTarget } from './targets/lines.ts';
import { trialOf, type Target } from './trial.ts';

/**
 * Faults on purpose, each of a kind that the fuzzer must find. They run only where they are asked for by
 * name.
 */
export const plantedTargets: readonly Target[] = [
  // A decoder that makes text of each chunk: a character that is cut in two is lost.
  linesTarget('planted-cut', (receiver, options) => {
    const decoder = new MessageDecoder(receiver, options);
    const encoder = new TextEncoder();
    return {
      push: (chunk) => decoder.push(encoder.encode(options.decodeUtf8(chunk))),
      end: () => decoder.end(),
    };
  }),
  planted('planted-crash', (value) => {
    const { kind } = classifyMessage(value);
    if (kind === 'notification') throw new TypeError('planted');
  }),
  planted('planted-pollution', (value) => {
    if (classifyMessage(value).kind === 'request') {
      Object.assign(Object.getPrototypeOf({}) as object, { polluted: 1 });
    }
  }),
  planted('planted-rejection', (value) => {
    if (classifyMessage(value).kind === 'error') void Promise.reject(new Error('planted'));
  }),
  planted('planted-hang', (value) => {
    while (classifyMessage(value).kind === 'result');
  }),
];

function planted(name: string, read: (value: unknown) => void): Target {
  const kinds = [
    { id: 1, method: 'a' },
    { method: 'a' },
    { id: 1, error: { code: 1, message: 'a' } },
    { id: 1, result: {} },
  ];
  return {
    name,
    weight: 1,
    make: (random) => {
      const message = random.oneIn(50) ? random.pick(kinds) : {};
      return trialOf(
        { jsonrpc: '2.0', ...message },
        { check: read, smaller: () => [], show: (value) => JSON.stringify(value) },
      );
    },
  };
}
