import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './environment.ts';

/** The folder in which garuda-mcp keeps what belongs to the user: `GARUDA_HOME`, or `~/.garuda`. */
export function garudaHome(environment: Environment): string {
  const named = environment['GARUDA_HOME'];
  return named === undefined || named === '' ? join(homedir(), '.garuda') : named;
}
