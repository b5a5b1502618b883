import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { fixture } from './recorder.ts';

/** Programs that use the transport, so that a test can watch how they end. */
export interface Hosts {
  readonly folder: string;
  run(name: string, args?: readonly string[], env?: Record<string, string>): Promise<HostEnd>;
  remove(): void;
}

export interface HostEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lines: readonly string[];
}

/** Makes programs of test/fixtures/stdio/hosts that Node can run as they are. */
export function makeHosts(): Hosts {
  const folder = mkdtempSync(join(tmpdir(), 'garuda-host-'));
  const made = new Set<string>();
  const make = (name: string): string => {
    const outfile = join(folder, `${name}.mjs`);
    if (!made.has(name)) {
      const entryPoints = [fixture(`hosts/${name}.ts`)];
      buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
      made.add(name);
    }
    return outfile;
  };
  return {
    folder,
    run: (name, args = [], env = {}) => run([make(name), ...args], env),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function run(args: readonly string[], env: Record<string, string>): Promise<HostEnd> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const host = spawn(process.execPath, args, {
      stdio: [...stdio],
      env: { ...process.env, ...env },
    });
    let output = '';
    host.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    host.on('error', reject);
    host.on('close', (code, signal) => {
      resolve({ code, signal, lines: output.split('\n').filter((line) => line !== '') });
    });
  });
}
