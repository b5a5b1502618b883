import { expect, test } from 'vitest';
import { planBrowser } from '../../../src/garuda/sign-in/plan-browser.ts';
import { proves } from '../../support/proves.ts';

const url = 'https://as.example/authorize?a=1&b=2';

test.each([
  { platform: 'darwin', environment: {}, file: 'open' },
  { platform: 'win32', environment: {}, file: 'rundll32.exe' },
  { platform: 'linux', environment: { DISPLAY: ':0' }, file: 'xdg-open' },
  { platform: 'linux', environment: { WAYLAND_DISPLAY: 'wayland-0' }, file: 'xdg-open' },
  { platform: 'freebsd', environment: { DISPLAY: ':0' }, file: 'xdg-open' },
])('on $platform with $environment it is $file', ({ platform, environment, file }) => {
  expect(planBrowser(platform, environment, url)?.file).toBe(file);
});

test.each([
  { why: 'there is no display', platform: 'linux', environment: {} },
  { why: 'the display has no name', platform: 'linux', environment: { DISPLAY: '' } },
  { why: 'the shell is remote', platform: 'darwin', environment: { SSH_CONNECTION: '10.0.0.1 1' } },
  {
    why: 'the shell is remote',
    platform: 'linux',
    environment: { SSH_TTY: '/dev/pts/1', DISPLAY: ':0' },
  },
])('nobody would see it where $why', ({ platform, environment }) => {
  expect(planBrowser(platform, environment, url)).toBeUndefined();
});

proves('AUTH-45', 'the address is an argument of its own, whatever is in it', () => {
  const odd = 'https://as.example/a?x=$(id)&y=`id`;"\'|&z= ';
  for (const platform of ['darwin', 'win32', 'linux']) {
    const program = planBrowser(platform, { DISPLAY: ':0' }, odd);
    expect(program?.args.at(-1)).toBe(odd);
    expect([program?.file, ...(program?.args.slice(0, -1) ?? [])].join(' ')).not.toMatch(
      /sh\b|cmd|-c/,
    );
  }
});
