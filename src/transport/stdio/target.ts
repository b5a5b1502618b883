import { platform } from 'node:process';
import type { Target } from '../../protocol/index.ts';
import { StdioChannel } from './channel.ts';
import type { Containment } from './containment.ts';
import { planEnvironment } from './environment.ts';
import { checkOptions, type StdioOptions } from './options.ts';
import { systemTimers } from './system-timers.ts';

/**
 * A server as a child process, inside of something if that is given.
 *
 * @throws ProtocolError `INVALID_ARGUMENT` for an option that cannot be meant
 */
export function stdioTarget(options: StdioOptions, containment?: Containment): Target {
  const { command, args, cwd, label, stopGraceMs, ...rest } = checkOptions(options);
  return {
    label,
    kind: 'pipe',
    open(receiver, limits, watch) {
      const given = { inherit: rest.inheritEnv, given: rest.env };
      const env = planEnvironment({ platform, host: process.env, ...given });
      const program = { platform, command, args, cwd, env };
      const times = { graceMs: stopGraceMs, settleMs: 1_000, killMs: 2_000 };
      const secrets = Object.values(rest.env).filter((value) => value !== undefined);
      const timers = systemTimers;
      const terms = { program, containment, secrets, times, timers, watch };
      return new StdioChannel(terms, receiver, limits);
    },
  };
}
