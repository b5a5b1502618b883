import type { Changes } from './changes.ts';
import type { Link } from './link.ts';
import type { LogLevel } from './log-level.ts';
import type { ClientSettings } from './options.ts';
import type { Requests } from './requests.ts';
import type { OutputCheck } from './schema/output-check.ts';
import type { Tasks } from './tasks/tasks.ts';
import type { RoundTrips } from './round-trips.ts';

/** What a client consists of. */
export interface ClientParts {
  readonly link: Link;
  readonly settings: ClientSettings;
  readonly changes: Changes;
  readonly requests: Requests;
  readonly roundTrips: RoundTrips;
  readonly logLevel: LogLevel;
  readonly outputs: OutputCheck;
  readonly tasks: Tasks;
}
