import { platform } from 'node:process';
import { runAside } from '../../transport/aside.ts';
import type { Environment } from '../environment.ts';
import { planBrowser } from './plan-browser.ts';

/** Opens a page in the browser of the person here. @returns whether there is one */
export function openPage(url: string, environment: Environment): boolean {
  const program = planBrowser(platform, environment, url);
  if (program !== undefined) runAside(program.file, program.args);
  return program !== undefined;
}
