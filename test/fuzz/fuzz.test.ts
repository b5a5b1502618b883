import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { root } from '../support/repository.ts';
import { allTargets } from './all-targets.ts';
import { plantedTargets } from './planted.ts';
import { caseAt, runCases } from './run-cases.ts';
import { readSeeds } from './seeds.ts';
import type { Target } from './trial.ts';

const seeds = readSeeds(root);

describe('a short run over each reader of what a peer says', () => {
  test.each([
    { target: 'lines', count: 500 },
    { target: 'events', count: 500 },
    { target: 'engine', count: 800 },
    { target: 'client', count: 400 },
    { target: 'http', count: 800 },
    { target: 'readers', count: 1_500 },
    { target: 'negotiation', count: 1_500 },
    { target: 'fields', count: 1_500 },
    { target: 'content', count: 1_500 },
    { target: 'sign-in', count: 1_500 },
    { target: 'model', count: 800 },
  ])('$target', async ({ target, count }) => {
    const targets = only(allTargets, target);
    const { cases, finding } = await runCases({ seed: 20_260_728, from: 0, count, targets, seeds });
    expect(finding).toBeUndefined();
    expect(cases).toBe(count);
  });

  test('every target is in the table above', () => {
    expect(allTargets.map(({ name }) => name).toSorted()).toEqual([
      'client',
      'content',
      'engine',
      'events',
      'fields',
      'http',
      'lines',
      'model',
      'negotiation',
      'readers',
      'sign-in',
    ]);
  });
});

describe('a fault that was planted is found, and its input made small', () => {
  test.each([
    {
      target: 'planted-cut',
      message: /the cuts matter/,
      input: /^maxMessageBytes \d+, cut at .{1,20}: .{1,40}$/,
    },
    { target: 'planted-crash', message: /^planted$/, input: /^\{"jsonrpc":"2.0","method":"a"\}$/ },
    { target: 'planted-rejection', message: /nobody heard/, input: /"error"/ },
  ])('$target', async ({ target, message, input }) => {
    const targets = only(plantedTargets, target);
    const { finding } = await runCases({ seed: 7, from: 0, count: 5_000, targets, seeds });
    expect(finding?.error.message).toMatch(message);
    expect(finding?.input).toMatch(input);
    // The case alone fails too.
    const again = await runCases({ seed: 7, from: finding?.at ?? -1, count: 1, targets, seeds });
    expect(again.finding?.input).toBe(finding?.input);
  });
});

test('the same seed makes the same cases, another one others', () => {
  const show = (seed: number): string[] =>
    Array.from({ length: 50 }, (_, at) =>
      caseAt(at, { seed, targets: allTargets, seeds }).trial.show(),
    );
  expect(show(5)).toEqual(show(5));
  expect(show(5)).not.toEqual(show(6));
});

test("without the specification's examples there is enough to begin with", () => {
  expect(readSeeds(root, false).results.length).toBeGreaterThan(50);
});

describe('the program', () => {
  const run = (
    ...args: readonly string[]
  ): { status: number | null; output: string; errors: string } => {
    const all = ['scripts/fuzz.mjs', ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, output: stdout, errors: stderr };
  };

  test('says what it did, and ends with 0 where nothing was found', () => {
    const { status, output } = run('--seed', '3', '--count', '200', '--target', 'readers');
    expect(output).toMatch(
      /^fuzz: seed 3, 200 cases in [\d.]+ s, peak memory \d+ MB\n {2}readers 200\n/,
    );
    expect(status).toBe(0);
  });

  test('names the case that does not end, and how to repeat it', () => {
    const { status, errors } = run('--target', 'planted-hang', '--patience', '300');
    expect(errors).toMatch(/FAILED: case (\d+) of seed 1 did not end within 300 ms/);
    expect(errors).toContain('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(errors).toMatch(/repeat: npm run fuzz -- --seed 1 --only \d+ --target planted-hang/);
    expect(status).toBe(1);
  });

  test('says of a changed prototype that it was', () => {
    const { status, errors } = run('--target', 'planted-pollution');
    expect(errors).toContain('a member was added to the prototype of all objects');
    expect(status).toBe(1);
  });
});

function only(targets: readonly Target[], name: string): readonly Target[] {
  return targets.filter((target) => target.name === name);
}
