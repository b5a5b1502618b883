import type { Client, ConnectOptions } from '../../../client/index.ts';
import type { Target } from '../../../protocol/index.ts';
import { missingGrant } from '../../host/explain.ts';
import { startAlone } from '../../host/open-host.ts';
import type { HostOptions } from '../../host/options.ts';
import { TerminalPrompt } from '../prompt/terminal-prompt.ts';
import type { Terminal } from '../terminal.ts';
import { findProjectRoot } from './project-root.ts';
import { findRegistered } from './registered-server.ts';
import type { ServerOrder } from './server-order.ts';

/** How a server of the list is used. */
export interface RegisteredUse {
  readonly order: Extract<ServerOrder, { kind: 'registered' }>;
  readonly terminal: Terminal;
  readonly tell: (text: string) => void;
  /** Shows a line of a question. */
  readonly show: (line: string) => Promise<void>;
  readonly connect: ConnectOptions;
  readonly timeoutMs: number | undefined;
  readonly wrap: (target: Target) => Promise<Target>;
}

/** A server of the list that runs. */
export interface OpenedServer {
  readonly client: Client;
  /** Closes it, and all that was opened for it. */
  readonly end: () => Promise<void>;
}

/**
 * Opens a server of the list: in its sandbox, with its sign-in, once the person has agreed to what has to be agreed to.
 *
 * @throws UsageError, RegistryError, StartRefusal, and what opening any server throws
 */
export async function openRegistered(use: RegisteredUse): Promise<OpenedServer> {
  const { order, terminal, tell, show, connect, timeoutMs, wrap } = use;
  const { environment, folder, ask, interruption } = terminal;
  const server = await findRegistered(order.name, environment, folder);
  const prompt =
    ask === undefined
      ? undefined
      : new TerminalPrompt({ tell: show, ask, columns: () => terminal.stderr.columns });
  const options: HostOptions = {
    environment,
    projectRoot: await findProjectRoot(folder),
    ...(prompt !== undefined && { prompt }),
    ...(timeoutMs !== undefined && { startTimeoutMs: timeoutMs }),
    opensBrowser: !order.noBrowser,
    onNotice: ({ text }) => tell(text),
  };
  try {
    return await startAlone(server, options, { connect, wrap, signal: interruption.signal });
  } catch (error) {
    const grant = missingGrant(error, server);
    if (grant !== undefined) tell(grant);
    throw error;
  }
}
