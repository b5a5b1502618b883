import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runCommand, type Ended } from './run-command.ts';

// Each runs the command several times.
vi.setConfig({ testTimeout: 60_000 });

const fixture = fileURLToPath(new URL('../../fixtures/garuda/sandbox/does.mjs', import.meta.url));

interface Machine {
  readonly home: string;
  readonly project: string;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  readonly write: (whose: 'user' | 'project', servers: object) => Promise<void>;
}

async function onMachine(act: (machine: Machine) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'garuda-registered-'));
  const home = join(folder, 'garuda');
  const project = join(folder, 'project');
  await mkdir(join(project, '.git'), { recursive: true });
  const file = { user: join(home, 'mcp.json'), project: join(project, '.garuda', 'mcp.json') };
  const machine: Machine = {
    home,
    project,
    run: (...args) => runCommand(args, { env: { GARUDA_HOME: home, HOME: folder }, cwd: project }),
    write: async (whose, servers) => {
      await mkdir(dirname(file[whose]), { recursive: true });
      await writeFile(file[whose], JSON.stringify({ servers }));
    },
  };
  try {
    await act(machine);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const does = { command: process.execPath, args: [fixture] };
const body = (text: string): string => `body=${text}`;

describe("a server of the user's list", () => {
  proves(['G-12', 'A-15'], 'is used by its name, in its sandbox, with its variables', async () => {
    await onMachine(async ({ run, write, project }) => {
      await write('user', { mine: { ...does, env: { GIVEN: '${HOME}', LOST: '${NO_SUCH}' } } });
      const listed = await run('tools', 'mine', '--json');
      expect(listed).toMatchObject({ exitCode: 0 });
      expect(listed.stdout).toContain('"does"');
      const read = await run('call', 'does', body('return process.env.GIVEN'), 'mine');
      expect(read.stdout).toContain(dirname(project));
      expect(read.stderr).toContain('gets no value for NO_SUCH');
      const outside = join(dirname(project), 'outside');
      const write1 = await run('call', 'does', body(`fs.writeFileSync('${outside}', 'x')`), 'mine');
      expect(write1.stdout).toMatch(/EROFS|ENOENT|EACCES/);
      const inside = join(project, 'inside');
      await run('call', 'does', body(`fs.writeFileSync('${inside}', 'x')`), 'mine');
      expect(await readFile(inside, 'utf8')).toBe('x');
    });
  });

  test('that is not there, disabled or blocked says so', async () => {
    await onMachine(async ({ run, write }) => {
      await write('user', {
        mine: does,
        off: { ...does, enabled: false },
        bad: { ...does, trust: { class: 'blocked', reason: 'it misbehaved' } },
      });
      const lost = await run('tools', 'mino');
      expect(lost).toMatchObject({ exitCode: 2 });
      expect(lost.stderr).toContain('there is no server "mino" in your list');
      expect(lost.stderr).toContain('mine');
      expect((await run('tools', 'off')).exitCode).toBe(2);
      const blocked = await run('tools', 'bad');
      expect(blocked).toMatchObject({ exitCode: 5 });
      expect(blocked.stderr).toContain('it misbehaved');
    });
  });

  test('whose file is wrong says where, and what to write instead', async () => {
    await onMachine(async ({ run, write, home }) => {
      await write('user', { mine: { comand: 'x' } });
      const { exitCode, stderr } = await run('tools', 'mine');
      expect(exitCode).toBe(2);
      expect(stderr).toContain(join(home, 'mcp.json'));
      expect(stderr).toContain('command');
    });
  });

  test('that ends for want of a grant says which', async () => {
    await onMachine(async ({ run, write }) => {
      const code = 'require("fs").writeFileSync("/usr/garuda-lock", "x")';
      await write('user', { mine: { command: process.execPath, args: ['-e', code] } });
      const { exitCode, stderr } = await run('tools', 'mine');
      expect(exitCode).toBe(3);
      expect(stderr).toContain('in the sandbox it seems to need a write path for /usr/garuda-lock');
    });
  });
});

proves('G-06', "a project's server does not run where nobody can be asked", async () => {
  await onMachine(async ({ run, write }) => {
    await write('project', { theirs: does });
    const { exitCode, stderr } = await run('tools', 'theirs');
    expect(exitCode).toBe(5);
    expect(stderr).toContain('you did not agree to run it');
  });
});
