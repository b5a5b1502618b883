export type Runtime = 'node' | 'bun' | 'deno' | 'workerd';

/** What a program on another run-time found, once for each era. */
export interface SmokeReport {
  readonly revision: string;
  readonly tools: readonly string[];
  readonly said: string;
}

export const runtimes: readonly Runtime[];
export function runOn(runtime: Runtime, url: string): Promise<readonly SmokeReport[]>;
