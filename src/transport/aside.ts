/**
 * What only the host starts: servers inside of something, and programs of the system such as a
 * browser. No door of the package: what starts processes stands in one module, and the host reaches it here.
 *
 * @packageDocumentation
 */
export type { Containment, Enclosed, ProcessExit, WrappedProgram } from './stdio/containment.ts';
export type { StoppableGroup } from './stdio/exit-hook.ts';
export { currentFolder, kindOf } from './stdio/file-facts.ts';
export type { ServerProgram } from './stdio/plan-spawn.ts';
export { explainSpawnFailure, type SpawnFailure } from './stdio/spawn-failure.ts';
export { stdioTarget } from './stdio/target.ts';
export { type Output, outputOf, runAndWait, runAside } from './stdio/spawn.ts';
