/**
 * The wire log: what goes between a client and a server as lines of JSON, and a server that plays them.
 */
export { replay } from './replay.ts';
export type { ReplayOptions } from './replay.ts';
export type { TapOptions, WireSink } from './recorder.ts';
export { tap } from './tap.ts';
