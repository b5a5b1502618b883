// The child process of scripts/fuzz.mjs: runs the cases that its argument asks for, as JSON, and prints
// what it found as one line of JSON.
import { openSync, writeSync } from 'node:fs';
import { allTargets } from './all-targets.ts';
import { plantedTargets } from './planted.ts';
import { caseAt, runCases } from './run-cases.ts';
import { readSeeds } from './seeds.ts';

interface Job {
  readonly root: string;
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  readonly targets: readonly string[] | undefined;
  /** Where the number of the running case is written, over the one before. */
  readonly whereFile: string;
  /** Only show the input of the first case. */
  readonly show: boolean;
}

const job = JSON.parse(process.argv[2] ?? '') as Job;
const known = [...allTargets, ...plantedTargets];
const lost = job.targets?.filter((name) => !known.some((target) => target.name === name)) ?? [];
if (lost.length > 0) {
  throw new Error(
    `no target ${lost.join(', ')}; there are ${known.map(({ name }) => name).join(', ')}`,
  );
}
const { seed, from, count } = job;
const targets =
  job.targets === undefined ? allTargets : known.filter(({ name }) => job.targets?.includes(name));
const seeds = readSeeds(job.root);

if (job.show) {
  const { target, trial } = caseAt(from, { seed, targets, seeds });
  console.log(JSON.stringify({ target: target.name, input: trial.show() }));
} else {
  const file = openSync(job.whereFile, 'w');
  const place = Buffer.alloc(16);
  const { cases, perTarget, finding } = await runCases({
    seed,
    from,
    count,
    targets,
    seeds,
    begins: (at) => {
      place.fill(' ');
      place.write(String(at));
      writeSync(file, place, 0, place.length, 0);
    },
  });
  const report = {
    cases,
    perTarget: Object.fromEntries(perTarget),
    peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
    seeds: { values: seeds.all.length, digest: seeds.digest },
    finding: finding && { ...finding, error: stackOf(finding.error) },
  };
  console.log(JSON.stringify(report));
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\n  cause: ${stackOf(error.cause)}`;
}
