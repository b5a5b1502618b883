import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { connect, type Client, type Report } from '../../src/client/index.ts';
import type { LoggingMessage, Progress, Root } from '../../src/protocol/index.ts';
import type {
  ClientStep,
  ExpectedError,
  Scenario,
  ScenarioOptions,
  Step,
} from '../client/scenarios/scenario.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { ScriptedPeer, type SentMessage } from 'garuda-mcp/testing';
import { follow, recallIn } from './recall.ts';
import { faultsOf } from './wire-invariants.ts';

/** Plays a scenario and compares what comes of it; at the end nothing may be left over. */
export async function runScenario(scenario: Scenario): Promise<void> {
  const play = new Play(scenario);
  if (scenario.fromStart !== true) await play.open();
  for (const [at, step] of scenario.steps.entries()) {
    try {
      await play.take(step);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      throw new Error(
        `step ${at + 1}, ${inspect(step, { depth: 9, breakLength: Infinity })}: ${words}`,
        { cause: error },
      );
    }
  }
  await play.end();
}

interface Call {
  readonly progress: Progress[];
  readonly controller: AbortController;
  outcome?: { readonly value: unknown } | { readonly error: unknown };
  /** How much progress had come when the outcome came. */
  progressAtEnd?: number;
}

class Play {
  readonly #scenario: Scenario;
  readonly #peer = new ScriptedPeer();
  readonly #clock = new FakeClock();
  readonly #calls = new Map<string, Call>();
  readonly #named = new Map<string, SentMessage>();
  readonly #reports: Report[] = [];
  readonly #logs: LoggingMessage[] = [];
  readonly #heldRoots: ((roots: readonly Root[]) => void)[] = [];
  #lastCall = '';
  #client: Client | undefined;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  /** Connects, with a peer that behaves well. */
  async open(): Promise<void> {
    const { era, options } = this.#scenario;
    const capabilities = options?.capabilities ?? everyCapability;
    await this.take({ client: 'connect' });
    if (era === 'legacy') {
      await this.take({ expectSent: { method: 'initialize' }, as: 'opening' });
      const protocolVersion = '2025-11-25';
      const result = { protocolVersion, capabilities, serverInfo: { name: 's', version: '1' } };
      await this.take({ peer: opened(result) });
      await this.take({ expectSent: { method: 'notifications/initialized' } });
    } else {
      await this.take({ expectSent: { method: 'server/discover' }, as: 'opening' });
      const supportedVersions = ['2026-07-28'];
      const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      await this.take({ peer: opened({ ...hints, supportedVersions, capabilities }) });
    }
    await this.take({ expectServer: { era } });
  }

  async take(step: Step): Promise<void> {
    if ('client' in step) this.#call(step);
    else if ('advanceMs' in step) await this.#clock.advance(step.advanceMs);
    else if ('abort' in step) this.#find(step.abort).controller.abort(step.reason);
    else if ('releaseRoots' in step) this.#releaseRoots(step.releaseRoots);
    else if ('peer' in step) this.#peer.channel.say(recallIn(this.#named, step.peer));
    else if ('together' in step)
      this.#peer.channel.say(...(recallIn(this.#named, step.together) as []));
    else if ('loses' in step) this.#lose(step);
    else if ('peerEnds' in step) this.#peer.channel.end(step.peerEnds);
    else this.#compare(step);
    await settle();
  }

  async end(): Promise<void> {
    const { anyReports, anythingSent, era } = this.#scenario;
    const allSettled = [...this.#calls.values()].every(({ outcome }) => outcome !== undefined);
    // A timer that waits keeps the program alive.
    if (allSettled) expect(this.#clock.waiting, 'timers of an idle client').toBe(0);
    if (this.#client !== undefined) await this.#client.close();
    await settle();
    for (const channel of this.#peer.channels) {
      expect(channel.closed, 'a channel is left open').toBe(true);
      if (anythingSent !== true) expect(channel.unread, 'sent and not expected').toEqual([]);
      expect(faultsOf(channel.sent, era)).toEqual([]);
    }
    if (anyReports !== true) expect(this.#reports, 'reported and not expected').toEqual([]);
    for (const [name, { outcome, controller }] of this.#calls) {
      expect(outcome, `${name} still waits`).toBeDefined();
      expect(getEventListeners(controller.signal, 'abort'), `${name} still listens`).toEqual([]);
    }
    expect(this.#clock.waiting, 'timers left over').toBe(0);
  }

  #call(step: ClientStep): void {
    const name = step.as ?? step.client;
    const call: Call = { progress: [], controller: new AbortController() };
    this.#calls.set(name, call);
    this.#lastCall = name;
    if (step.settings?.signal === 'already-aborted') call.controller.abort();
    void this.#make(step, call).then(
      (value) => {
        call.outcome = { value };
        call.progressAtEnd = call.progress.length;
      },
      (error: unknown) => {
        call.outcome = { error };
        call.progressAtEnd = call.progress.length;
      },
    );
  }

  async #make(step: ClientStep, call: Call): Promise<unknown> {
    if (step.client === 'connect') {
      const me = { name: 'scenario', version: '1.0.0' };
      this.#client = await connect(this.#peer, me, this.#connectOptions(step, call));
      return this.#client.server;
    }
    const client = this.#client;
    if (client === undefined) throw new Error('the scenario has no client yet');
    const options = requestOptions(step, call);
    switch (step.client) {
      case 'close':
        return client.close();
      case 'callTool':
        return client.callTool(step.name as string, (step.args ?? {}) as never, options);
      case 'readResource':
        return client.readResource(step.uri as string, options);
      case 'getPrompt':
        return client.getPrompt(step.name as string, {}, options);
      case 'ping':
      case 'listTools':
      case 'listResources':
      case 'listResourceTemplates':
      case 'listPrompts':
        return client[step.client](options);
    }
  }

  #connectOptions(step: ClientStep, call: Call): Parameters<typeof connect>[2] {
    const { era, options = {} } = this.#scenario;
    const { roots, capabilities: _, revision, ...others } = options;
    return {
      ...others,
      revision: revision ?? (era === 'legacy' ? 'legacy' : '2026-07-28'),
      clock: this.#clock,
      onReport: (report) => this.#reports.push(report),
      onLog: (message) => this.#logs.push(message),
      ...(roots !== undefined && { onListRoots: () => this.#answerRoots(roots) }),
      ...(step.settings?.signal !== undefined && { signal: call.controller.signal }),
    };
  }

  #answerRoots(
    roots: NonNullable<ScenarioOptions['roots']>,
  ): readonly Root[] | Promise<readonly Root[]> {
    if (roots === 'throws') throw new Error('the handler of the scenario throws');
    if (roots !== 'held') return roots;
    return new Promise((resolve) => this.#heldRoots.push(resolve));
  }

  #releaseRoots(roots: readonly Root[]): void {
    const release = this.#heldRoots.shift();
    if (release === undefined) throw new Error('the handler for roots does not wait');
    release(roots);
  }

  #lose(step: Extract<Step, { loses: string }>): void {
    const id = this.#named.get(step.loses)?.['id'];
    this.#peer.channel.lose(id as string | number, step.failure);
  }

  #compare(step: Exclude<Step, ClientStep | { peer: unknown }>): void {
    if ('expectSent' in step) this.#compareSent(step);
    else if ('expectSentNothing' in step) expect(this.#peer.channel.unread).toEqual([]);
    else if ('expectResult' in step) this.#compareResult(step.expectResult, step.of);
    else if ('expectError' in step) this.#compareError(step.expectError, step.of);
    else if ('expectPending' in step) expect(this.#find(step.of).outcome).toBeUndefined();
    else if ('expectProgress' in step) this.#compareProgress(step);
    else if ('expectReport' in step) this.#compareReport(step);
    else if ('expectNoReport' in step) expect(this.#reports).toEqual([]);
    else if ('expectLog' in step) expect(this.#logs.shift()).toMatchObject(step.expectLog);
    else if ('expectServer' in step) expect(this.#client?.server).toMatchObject(step.expectServer);
    else if ('expectClosed' in step) expect(this.#peer.channel.closed).toBe(true);
    else if ('expectNoLegacySession' in step) this.#compareEra();
    else throw new Error('this step is unknown');
  }

  #compareSent(step: Extract<Step, { expectSent: object }>): void {
    const message = this.#peer.channel.unread.shift();
    expect(message, 'nothing was sent').toBeDefined();
    expect(message).toMatchObject(recallIn(this.#named, step.expectSent) as object);
    for (const path of step.lacks ?? []) {
      expect(follow(message, path.split('.')), `${path} must not be there`).toBeUndefined();
    }
    if (step.as !== undefined && message !== undefined) this.#named.set(step.as, message);
  }

  #compareResult(expected: unknown, of: string | undefined): void {
    const { outcome } = this.#find(of);
    expect(outcome).not.toHaveProperty('error');
    expect(outcome).toHaveProperty('value');
    if (expected !== undefined) expect(outcome).toMatchObject({ value: expected });
  }

  #compareError(expected: ExpectedError, of: string | undefined): void {
    const { outcome } = this.#find(of);
    expect(outcome).toHaveProperty('error');
    const { error } = outcome as { error: Error & { code: unknown; server: unknown } };
    expect(['PeerError', 'TransportError', 'ProtocolError'], String(error)).toContain(error.name);
    expect(error).toMatchObject({
      server: 'scripted',
      message: expect.stringContaining('scripted'),
    });
    // The words of a peer are quoted: none of them draws a line or a colour at a terminal.
    const line =
      error.code === 'SERVER_EXITED' ? error.message.replaceAll('\n', '') : error.message;
    expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
    expect(error.message.length).toBeLessThan(2_000);
    if (expected.kind !== undefined) expect(error.name).toBe(expected.kind);
    if (expected.code !== undefined) expect(error.code).toBe(expected.code);
    for (const words of expected.mentions ?? []) {
      expect(error.message, error.message).toContain(words);
    }
  }

  #compareProgress(step: Extract<Step, { expectProgress: readonly object[] }>): void {
    const call = this.#find(step.of);
    expect(call.progress).toMatchObject(step.expectProgress);
    if (step.beforeResult === true) expect(call.progressAtEnd).toBe(step.expectProgress.length);
  }

  #compareReport(step: Extract<Step, { expectReport: string }>): void {
    const at = this.#reports.findIndex(({ kind }) => kind === step.expectReport);
    const kinds = this.#reports.map(({ kind }) => kind).join(', ');
    expect(at, `no report ${step.expectReport} among: ${kinds}`).toBeGreaterThanOrEqual(0);
    const [report] = this.#reports.splice(at, 1);
    for (const words of step.mentions ?? []) expect(JSON.stringify(report)).toContain(words);
  }

  #compareEra(): void {
    if (this.#client !== undefined) expect(this.#client.server.era).toBe('modern');
    else expect(this.#find('connect').outcome).toHaveProperty('error');
  }

  #find(name = this.#lastCall): Call {
    const call = this.#calls.get(name);
    if (call === undefined) throw new Error(`no call is named ${name}`);
    return call;
  }
}

const everyCapability = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

function opened(result: object): object {
  return { jsonrpc: '2.0', id: { $recall: 'opening.id' }, result };
}

function requestOptions(step: ClientStep, call: Call): object {
  const { onProgress, signal, ...others } = step.settings ?? {};
  return {
    ...others,
    ...(signal !== undefined && { signal: call.controller.signal }),
    ...(onProgress !== undefined && {
      onProgress: (progress: Progress) => {
        call.progress.push(progress);
        if (onProgress === 'throws') throw new Error('the listener of the scenario throws');
      },
    }),
  };
}
