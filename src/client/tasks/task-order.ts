import type { JsonObject } from '../../protocol/index.ts';
import type { Link } from '../link.ts';
import type { ClientSettings } from '../options.ts';
import type { CallToolOptions } from '../request-options.ts';
import type { Requests } from '../requests.ts';
import type { RoundTrips } from '../round-trips.ts';

/** What following tasks takes. */
export interface TaskParts {
  readonly link: Link;
  readonly requests: Requests;
  readonly roundTrips: RoundTrips;
  readonly settings: ClientSettings;
  /** Asks the server to end a task. */
  readonly cancel: (id: string) => Promise<void>;
}

/** A task that is waited for. */
export interface TaskOrder {
  /** As it was heard of last; `undefined`: it is only known by its id. */
  readonly begun: JsonObject | undefined;
  readonly id: string;
  /** The tool that was called, where that is known. */
  readonly subject: string | undefined;
  readonly options: CallToolOptions;
  /** What the spans of its requests belong to, where there is tracing. */
  readonly scope?: unknown;
}
