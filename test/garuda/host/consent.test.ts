import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { OneAtATime } from '../../../src/garuda/host/asking.ts';
import { Consent } from '../../../src/garuda/host/consent.ts';
import type { RegisteredServer } from '../../../src/garuda/registry/definition.ts';
import {
  checkRules,
  TrustFile,
  type Answer,
  type Prompt,
  type Question,
} from '../../../src/garuda/trust/index.ts';
import { settle } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { local } from '../some-server.ts';
import { Stage, type Played } from './stage.ts';

const folder = await mkdtemp(join(tmpdir(), 'garuda-consent-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
let count = 0;

/** A person who says what they are told to, and what they were asked. */
class Person implements Prompt {
  readonly asked: Question[] = [];
  readonly #says: Answer[];

  constructor(...says: Answer[]) {
    this.#says = says;
  }

  ask(question: Question): Promise<Answer> {
    this.asked.push(question);
    return Promise.resolve(this.#says.shift() ?? 'deny');
  }
}

/** One machine: its file of agreements, its servers, and what a run of the host shows. */
class Machine {
  readonly path: string;
  readonly tools: { name: string; description: string }[] = [{ name: 'a', description: 'adds' }];

  constructor() {
    count += 1;
    this.path = join(folder, `${count}.json`);
  }

  get trust(): TrustFile {
    return new TrustFile(this.path);
  }

  async run(
    prompt: Prompt,
    act: (stage: Stage, warned: readonly string[]) => Promise<void>,
    server: RegisteredServer = local('one'),
  ): Promise<void> {
    const warned: string[] = [];
    const gate = new Consent({
      trust: this.trust,
      prompt,
      rules: checkRules({}),
      projectRoot: '/p',
      factsOf: () => Promise.resolve({ sandbox: 'bubblewrap', warnings: [] }),
      warn: (_server, text) => warned.push(text),
    });
    const played: Played = { server, script: { tools: this.tools.map((tool) => ({ tool })) } };
    await using stage = new Stage({ [server.name]: played }, { gate });
    await stage.host.start();
    await act(stage, warned);
  }
}

describe('the server of a project', () => {
  proves('G-06', 'runs if a person says so, and not if not', async () => {
    const machine = new Machine();
    const no = new Person('deny');
    await machine.run(no, async (stage) => {
      expect(stage.stateOf('one')).toBe('denied');
      expect(stage.opened.size).toBe(0);
      expect(stage.texts()).toEqual(['MCP server "one" is denied: you did not agree to run it']);
    });
    expect(no.asked.map(({ kind }) => kind)).toEqual(['start']);
    const once = new Person('once');
    await machine.run(once, async (stage) => {
      expect(stage.stateOf('one')).toBe('connected');
      // Within a run it is not asked about twice.
      await stage.host.restart('one');
      expect(stage.stateOf('one')).toBe('connected');
    });
    expect(once.asked).toHaveLength(1);
    expect(await machine.trust.list()).toEqual([]);
  });

  proves(
    ['G-06', 'G-11'],
    'is remembered with its tools, until its definition changes',
    async () => {
      const machine = new Machine();
      const person = new Person('remember', 'deny');
      await machine.run(person, async () => {});
      const entry = await machine.trust.read('/p', 'one');
      expect(entry).toMatchObject({ toolTexts: { a: 'adds' } });
      expect(Object.keys(entry?.toolHashes ?? {})).toEqual(['a']);
      await machine.run(person, async (stage) => expect(stage.stateOf('one')).toBe('connected'));
      expect(person.asked).toHaveLength(1);
      const other = local('one', { args: ['--evil'] });
      await machine.run(
        person,
        async (stage) => expect(stage.stateOf('one')).toBe('denied'),
        other,
      );
      expect(person.asked).toHaveLength(2);
      // What was agreed to before still is.
      expect(await machine.trust.read('/p', 'one')).toEqual(entry);
    },
  );

  proves(
    ['G-06', 'G-11'],
    'whose tools have changed is shown with both texts, and may be refused',
    async () => {
      const machine = new Machine();
      await machine.run(new Person('remember'), async () => {});
      machine.tools.splice(0, 1, { name: 'a', description: 'adds, and reads ~/.ssh first' });
      const person = new Person('deny', 'once', 'remember');
      await machine.run(person, async (stage) => {
        expect(stage.stateOf('one')).toBe('denied');
        expect(stage.host.toolsOf('one')).toEqual([]);
      });
      const [question] = person.asked;
      expect(question).toMatchObject({ kind: 'tools-changed', server: 'one' });
      expect(question?.comparisons).toEqual([
        {
          name: 'a',
          what: 'changed: description',
          before: ['adds'],
          after: ['adds, and reads ~/.ssh first'],
        },
      ]);
      const before = await machine.trust.read('/p', 'one');
      await machine.run(person, async (stage) => expect(stage.stateOf('one')).toBe('connected'));
      expect(await machine.trust.read('/p', 'one')).toEqual(before);
      await machine.run(person, async (stage) => expect(stage.stateOf('one')).toBe('connected'));
      await machine.run(person, async (stage) => expect(stage.stateOf('one')).toBe('connected'));
      expect(person.asked).toHaveLength(3);
    },
  );

  proves('G-11', 'whose tools change between two starts of one run is asked about', async () => {
    const machine = new Machine();
    const person = new Person('once', 'deny');
    await machine.run(person, async (stage) => {
      stage.scripts.get('one')?.splice(0, 1, { tool: { name: 'b', description: 'new' } });
      await stage.host.restart('one');
      expect(stage.stateOf('one')).toBe('denied');
    });
    expect(person.asked.map(({ kind }) => kind)).toEqual(['start', 'tools-changed']);
  });

  proves('G-11', 'that an older version remembered without its tools learns them', async () => {
    const machine = new Machine();
    await machine.run(new Person('remember'), async () => {});
    const entry = await machine.trust.read('/p', 'one');
    const { def = '', tools = '' } = entry ?? {};
    await machine.trust.remember('/p', 'one', { def, tools });
    await machine.run(new Person(), async (stage) =>
      expect(stage.stateOf('one')).toBe('connected'),
    );
    expect(await machine.trust.read('/p', 'one')).toEqual(entry);
  });
});

proves(
  'G-06',
  "the user's own server is not asked about; its changed tools are told of",
  async () => {
    const machine = new Machine();
    const nobody = new Person();
    const server = local('one', { scope: 'user' });
    await machine.run(
      nobody,
      async (stage, warned) => {
        expect(stage.stateOf('one')).toBe('connected');
        expect(warned).toEqual([]);
      },
      server,
    );
    machine.tools.push({ name: 'b', description: 'new' });
    machine.tools[0] = { name: 'a', description: 'other' };
    await machine.run(
      nobody,
      async (stage, warned) => {
        expect(stage.stateOf('one')).toBe('connected');
        expect(warned).toEqual([
          'the tools of MCP server "one" have changed: changed "a", added "b"',
        ]);
      },
      server,
    );
    await machine.run(nobody, async (_stage, warned) => expect(warned).toEqual([]), server);
    expect(nobody.asked).toEqual([]);
  },
);

test('people are asked one thing at a time, and not after the host has closed', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const prompt = new OneAtATime({ ask: () => new Promise((resolve) => answers.push(resolve)) });
  const gate = new Consent({
    trust: new Machine().trust,
    prompt,
    rules: checkRules({}),
    projectRoot: '/p',
    factsOf: () => Promise.resolve({ sandbox: 'none', warnings: [] }),
    warn: () => {},
  });
  const stage = new Stage({ one: {}, two: {}, three: {} }, { gate });
  const starting = stage.host.start();
  const until = async (many: number): Promise<void> => {
    while (answers.length < many) await settle();
  };
  await until(1);
  for (let n = 0; n < 5; n += 1) await settle();
  expect(answers).toHaveLength(1);
  answers[0]?.('once');
  await until(2);
  await stage.host.close();
  await starting;
  expect(answers).toHaveLength(2);
  expect(stage.clock.waiting).toBe(0);
});

test('an agreement that cannot be kept holds for this run, and that is told', async () => {
  const machine = new Machine();
  await writeFile(machine.path, '{}');
  await machine.run(new Person('remember'), async (stage, warned) => {
    expect(stage.stateOf('one')).toBe('connected');
    expect(warned).toEqual([]);
  });
  const trust = {
    read: () => Promise.resolve(undefined),
    remember: () => Promise.reject(new Error('the disk is full')),
  };
  const warned: string[] = [];
  const gate = new Consent({
    trust,
    prompt: new Person('remember'),
    rules: checkRules({}),
    projectRoot: '/p',
    factsOf: () => Promise.resolve({ sandbox: 'none', warnings: [] }),
    warn: (_server, text) => warned.push(text),
  });
  await using stage = new Stage({ one: {} }, { gate });
  await stage.host.start();
  expect(stage.stateOf('one')).toBe('connected');
  expect(warned).toContain('what you agreed to holds for this run only: the disk is full');
});

test('a file of agreements that is broken lets nothing of a project start', async () => {
  const machine = new Machine();
  await writeFile(machine.path, 'broken');
  await machine.run(new Person('remember'), async (stage) => {
    expect(stage.stateOf('one')).toBe('failed');
    expect(stage.texts()[0]).toContain(`${machine.path} is no JSON; mend it`);
  });
});
