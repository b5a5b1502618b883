import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StatusLine } from '../../../../src/garuda/cli/output/status-line.ts';
import { MemorySink } from '../memory-terminal.ts';

const start = '\r\u001b[K';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('nothing is drawn where nobody watches', async () => {
  const sink = new MemorySink();
  const status = new StatusLine(sink);
  status.say('listing tools');
  status.progress('page 2');
  vi.advanceTimersByTime(10_000);
  await status.end();
  expect(sink.text).toBe('');
});

test('what is quick draws nothing', async () => {
  const sink = new MemorySink(80);
  const status = new StatusLine(sink);
  status.say('listing tools');
  vi.advanceTimersByTime(100);
  await status.end();
  vi.advanceTimersByTime(10_000);
  expect(sink.text).toBe('');
});

test('one line is drawn over and over, and taken away at the end', async () => {
  const sink = new MemorySink(80);
  const status = new StatusLine(sink);
  status.say('calling slow');
  vi.advanceTimersByTime(450);
  status.progress('calling slow: 1 of 3');
  vi.advanceTimersByTime(150);
  status.progress('calling slow: 2 of 3');
  vi.advanceTimersByTime(600);
  await status.end();
  expect(sink.text).toBe(
    [
      '',
      'calling slow',
      'calling slow: 1 of 3',
      'calling slow: 2 of 3',
      'calling slow: 2 of 3 (1 s)',
      '',
    ].join(start),
  );
});

test('the line gives way to other output and comes back', async () => {
  const sink = new MemorySink(80);
  const status = new StatusLine(sink);
  status.say('calling slow');
  vi.advanceTimersByTime(150);
  await status.clear();
  await status.clear();
  await sink.write('a warning\n');
  vi.advanceTimersByTime(150);
  expect(sink.text).toBe(`${start}calling slow${start}a warning\n${start}calling slow`);
});

test('a line is cut to the terminal, and its text is cleaned', () => {
  const sink = new MemorySink(20);
  const status = new StatusLine(sink);
  status.say('a\nb\u001b[2Jccccccccccccccccccccc');
  vi.advanceTimersByTime(150);
  expect(sink.text).toBe(`${start}a b\\u001b[2Jcccccc…`);
});
