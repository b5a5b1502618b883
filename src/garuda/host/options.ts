import type { Clock, Implementation } from '../../protocol/index.ts';
import type { Environment } from '../environment.ts';
import type { RegisteredServer } from '../registry/index.ts';
import type { Prompt, Rules } from '../trust/index.ts';
import type { HostNotice } from './notice.ts';

/** What a host is opened with. @public */
export interface HostOptions {
  /** Its servers. Default: those of the user's and the project's files, as their profile has them. */
  readonly servers?: readonly RegisteredServer[];
  /** Of several profiles in the user's file. Default: the active one. */
  readonly profile?: string;
  /** The folder of the project. Default: the current folder. */
  readonly projectRoot?: string;
  /** Whose variables servers may take. Default: those of this process. `GARUDA_HOME` moves `~/.garuda`. */
  readonly environment?: Environment;
  /** Who is asked. Default: nobody; what would have to be asked is denied. */
  readonly prompt?: Prompt;
  /** Which calls need no question, and which are refused. */
  readonly rules?: Rules;
  /** What a person should see. Default: nobody does. */
  readonly onNotice?: (notice: HostNotice) => void;
  /** Whether pages of a sign-in are opened in a browser here; their address is in a notice too. Default `true`. */
  readonly opensBrowser?: boolean;
  /** How this program is called before servers. Default `garuda`, and the version of this package. */
  readonly me?: Implementation;
  /** For a start, the time of people excluded. Default 30,000 ms. */
  readonly startTimeoutMs?: number;
  /** For one request, where the server's entry says nothing. Default 60,000 ms. */
  readonly timeoutMs?: number;
  /** Default 4 MiB. */
  readonly maxMessageBytes?: number;
  /** After so long without a call a server is closed until the next one. Default: never. */
  readonly idleMs?: number;
  /** Whether a server that ended by itself is started again, after waits that grow. Default `false`. */
  readonly restart?: boolean;
  /** Whether what servers log is kept in `~/.garuda/logs`. Default `true`. */
  readonly keepsLogs?: boolean;
  /** Whether servers see the temporary folders of this machine. Default `false`: each has its own. */
  readonly sharesTemporary?: boolean;
  readonly clock?: Clock;
}
