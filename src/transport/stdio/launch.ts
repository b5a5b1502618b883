import type { ChannelFailure } from '../../protocol/index.ts';
import { currentFolder, isFile, kindOf } from './file-facts.ts';
import type { Containment } from './containment.ts';
import { planSpawn, type ServerProgram, type SpawnPlan } from './plan-spawn.ts';
import { explainSpawnFailure } from './spawn-failure.ts';
import { startServer, type ServerProcess } from './spawn.ts';

/** A process that was started, or why none was. A start can still fail with an `error` event. */
export type Launch =
  | { readonly kind: 'started'; readonly process: ServerProcess }
  | { readonly kind: 'failed'; readonly failure: ChannelFailure };

/** Starts a program as {@link planSpawn} has it, or inside of something. Never throws. */
export function launch(program: ServerProgram, containment?: Containment): Launch {
  const plan =
    containment === undefined
      ? planSpawn(program, { isFile, currentFolder: currentFolder() })
      : planWrapped(containment, program);
  if (plan.kind === 'refuse') return { kind: 'failed', failure: plan.failure };
  try {
    return { kind: 'started', process: startServer(plan, program, containment?.hasStatus) };
  } catch (error) {
    return { kind: 'failed', failure: launchFailure(error, program) };
  }
}

function planWrapped(containment: Containment, program: ServerProgram): SpawnPlan {
  const wrapped = containment.wrap(program);
  if (wrapped.kind === 'spawn-failed') return { kind: 'refuse', failure: wrapped };
  const { file, args } = wrapped;
  return { kind: 'start', file, args, ownGroup: true, verbatim: false };
}

/** Says why the system did not start a program. */
export function launchFailure(error: unknown, program: ServerProgram): ChannelFailure {
  const paths = { kindOf, currentFolder: currentFolder() };
  return explainSpawnFailure(systemCode(error) ?? 'unknown', program, paths);
}

/** The code of a system's error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
