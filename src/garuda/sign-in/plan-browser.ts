import type { Environment } from '../environment.ts';

/** The program that shows a page to the person at this machine. */
export interface BrowserProgram {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * How a page is shown, or `undefined` where there is nobody who would see it: a remote shell, a
 * machine without a display. The address is an argument of its own and passes no shell.
 */
export function planBrowser(
  platform: string,
  environment: Environment,
  url: string,
): BrowserProgram | undefined {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  if (isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return undefined;
  if (platform === 'darwin') return { file: 'open', args: [url] };
  // `start` is a word of the shell; this is what it calls.
  if (platform === 'win32')
    return { file: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', url] };
  const hasDisplay = isSet('DISPLAY') || isSet('WAYLAND_DISPLAY');
  return hasDisplay ? { file: 'xdg-open', args: [url] } : undefined;
}
