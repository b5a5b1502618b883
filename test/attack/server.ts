import { join } from 'node:path';
import { execPath } from 'node:process';
import type { StdioOptions } from '../../src/transport/stdio.ts';

export const me = { name: 'attacker', version: '1.0.0' };

/** A server of the handshake that, once asked for a tool, does what this mode is about. */
export function attackServer(mode: string): StdioOptions {
  const program = join(import.meta.dirname, '../fixtures/attack/server.mjs');
  return { command: execPath, args: [program, mode], label: 'attacked' };
}
