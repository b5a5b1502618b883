import { Buffer } from 'node:buffer';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Outbox } from '../../../src/transport/stdio/outbox.ts';

interface Sink {
  readonly stream: Writable;
  /** What each write brought. */
  readonly writes: string[];
  /** Ends the write that is under way. */
  readonly done: (error?: Error) => void;
}

/** A stream whose writes end when the test says so; with `reads`, at once. */
function open(reads: boolean): Sink {
  const writes: string[] = [];
  let finish: ((error?: Error) => void) | undefined;
  const take = (bytes: Buffer, callback: (error?: Error) => void): void => {
    writes.push(bytes.toString());
    if (reads) callback();
    else finish = callback;
  };
  const stream = new Writable({
    write: (bytes: Buffer, _, callback) => take(bytes, callback),
    writev: (chunks, callback) => {
      take(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), callback);
    },
  });
  stream.on('error', () => {});
  return { stream, writes, done: (error) => finish?.(error) };
}

const turn = (): Promise<void> => new Promise(setImmediate);

describe('one write a turn', () => {
  test('for all lines of the turn, microtasks included', async () => {
    const { stream, writes } = open(true);
    const outbox = new Outbox(stream, 1000);
    outbox.put('a');
    queueMicrotask(() => outbox.put('b'));
    void Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => outbox.put('c'));
    await turn();
    outbox.put('d');
    await turn();
    expect(writes).toEqual(['a\nb\nc\n', 'd\n']);
  });

  test('a batch that grows long is written before the end of the turn', async () => {
    const { stream, writes } = open(true);
    const outbox = new Outbox(stream, 10_000_000);
    for (let count = 0; count < 25; count += 1) outbox.put('x'.repeat(100_000));
    await turn();
    expect(writes.map((each) => each.length)).toEqual([1_100_011, 1_100_011, 300_003]);
  });

  test('a long line goes in its place', async () => {
    const { stream, writes } = open(true);
    const outbox = new Outbox(stream, 10_000_000);
    const long = 'x'.repeat(2_000_000);
    for (const line of ['a', long, 'b']) outbox.put(line);
    await turn();
    expect(writes.join('')).toBe(`a\n${long}\nb\n`);
  });

  test('the end comes behind what waits, once', async () => {
    const { stream, writes } = open(true);
    const outbox = new Outbox(stream, 1000);
    outbox.put('a');
    outbox.end();
    outbox.end();
    await turn();
    expect(writes).toEqual(['a\n']);
    expect(stream.writableFinished).toBe(true);
  });
});

describe('the limit', () => {
  test('counts bytes that wait, not characters', () => {
    const { stream } = open(false);
    const outbox = new Outbox(stream, 100);
    expect(outbox.put('é'.repeat(20))).toBe(true);
    expect(outbox.put('é'.repeat(20))).toBe(true);
    expect(outbox.put('é'.repeat(20))).toBe(false);
    expect(outbox.put('x'.repeat(10))).toBe(true);
  });

  test('is free again when the peer reads', () => {
    const { stream, done } = open(false);
    const outbox = new Outbox(stream, 100);
    expect(outbox.put('x'.repeat(80))).toBe(true);
    expect(outbox.put('x'.repeat(80))).toBe(false);
    done();
    expect(outbox.put('x'.repeat(80))).toBe(true);
  });

  test('does not hold back a single line', () => {
    const { stream } = open(false);
    expect(new Outbox(stream, 1).put('x'.repeat(1000))).toBe(true);
  });
});

describe('acceptance', () => {
  test('is told when the write has ended, in order', async () => {
    const { stream, done } = open(false);
    const outbox = new Outbox(stream, 1000);
    const told: string[] = [];
    outbox.put('a', () => told.push('a'));
    outbox.put('b');
    outbox.put('c', () => told.push('c'));
    await turn();
    expect(told).toEqual([]);
    done();
    await turn();
    expect(told).toEqual(['a', 'c']);
  });

  test.each(['a short line', 'x'.repeat(2_000_000)])('an error is told too', async (line) => {
    const { stream, done } = open(false);
    const outbox = new Outbox(stream, 10_000_000);
    const told: unknown[] = [];
    outbox.put(line, (error) => told.push(error?.message));
    await turn();
    done(new Error('EPIPE'));
    await turn();
    expect(told).toEqual(['EPIPE']);
  });

  test('a stream that is destroyed tells it as well', async () => {
    const { stream } = open(false);
    const outbox = new Outbox(stream, 1000);
    const told: unknown[] = [];
    outbox.put('a', (error) => told.push(error instanceof Error));
    stream.destroy();
    await turn();
    expect(told).toEqual([true]);
  });
});
