import { defaultLimits, type Target } from '../protocol/index.ts';
import type { ClientSettings, ConnectOptions } from './options.ts';
import type { Report } from './report.ts';
import { runCallback } from './run-callback.ts';
import { Tracing } from './trace/tracing.ts';
import { wallClock } from './wall-clock.ts';

/** What the options of a connection come to, with the defaults of what was not set. */
export function settingsFrom(target: Target, options: ConnectOptions): ClientSettings {
  const timeoutMs = options.timeoutMs ?? 60_000;
  const { onReport, trace } = options;
  const report = (told: Report): void => {
    // A report about a report that fails would go on for ever.
    if (onReport !== undefined) runCallback('onReport', onReport, told, () => {});
  };
  return {
    about: { server: target.label },
    timeoutMs,
    maxTotalMs: options.maxTotalMs ?? 600_000,
    connectTimeoutMs: options.connectTimeoutMs ?? timeoutMs,
    probeMs: options.probeMs ?? 1_000,
    questionTimeoutMs: options.questionTimeoutMs ?? 600_000,
    limits: { ...defaultLimits, ...options.limits },
    strict: options.strict === true,
    restart: options.restart === true,
    clock: options.clock ?? wallClock,
    report,
    tracing: trace && new Tracing(trace, target.label, report),
  };
}
