import { connect, type ConnectOptions } from '../../client/index.ts';
import type { Clock, Implementation, Target, Tool } from '../../protocol/index.ts';
import type { RegisteredServer } from '../registry/definition.ts';
import { HostError } from './host-error.ts';
import { StartTime } from './start-time.ts';
import type { Started } from './started.ts';
import type { Verdicts } from './verdicts.ts';

/** What is asked before a server may run, and before its tools may be used. */
export interface Gate {
  /** @throws StartRefusal */
  mayStart(server: RegisteredServer, signal: AbortSignal): Promise<void>;
  /** @throws StartRefusal */
  mayOffer(server: RegisteredServer, tools: readonly Tool[], signal: AbortSignal): Promise<void>;
}

/** What a start needs. */
export interface StartParts {
  readonly server: RegisteredServer;
  readonly me: Implementation;
  readonly gate: Gate;
  /** The way to the server; `asking` wraps whatever waits for a person. */
  readonly open: (asking: StartTime['asking'], signal: AbortSignal) => Promise<Target>;
  readonly verdicts: Verdicts;
  readonly options: ConnectOptions;
  readonly startTimeoutMs: number;
  readonly clock: Clock;
}

/**
 * Starts a server: asks whether it may run, connects, lists its tools, and asks whether these are the ones that
 * were agreed to. All of it within one limit, in which the time of people does not count. Nothing is left of a
 * server that was not started.
 *
 * @throws StartRefusal, HostError `TIMED_OUT`, McpError
 */
export async function startServer(parts: StartParts, given: AbortSignal): Promise<Started> {
  const { server, gate, startTimeoutMs } = parts;
  const expired = (): HostError =>
    new HostError('TIMED_OUT', `it did not start and list its tools within ${startTimeoutMs} ms`);
  const time = new StartTime(parts.clock, startTimeoutMs, expired);
  const signal = AbortSignal.any([given, time.signal]);
  try {
    await time.asking(() => gate.mayStart(server, signal));
    const client = await connectTo(parts, time, signal);
    try {
      const tools = await client.listTools({ signal, cache: 'bypass' });
      await time.asking(() => gate.mayOffer(server, tools, signal));
      return { client, tools };
    } catch (error) {
      await client.close();
      throw error;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    time.end();
  }
}

async function connectTo(
  { server, me, open, options, verdicts, startTimeoutMs }: StartParts,
  time: StartTime,
  signal: AbortSignal,
): Promise<Started['client']> {
  const target = await open((ask) => time.asking(ask), signal);
  const known = await verdicts.of(server);
  const client = await connect(target, me, {
    ...options,
    ...(known !== undefined && { server: known }),
    // The limit of the whole start ends it; this one is only for the case that it stands still.
    connectTimeoutMs: startTimeoutMs,
    signal,
  });
  await verdicts.keep(server, client.server);
  return client;
}
