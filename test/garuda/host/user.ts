import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  openHost,
  type Answer,
  type Host,
  type HostNotice,
  type HostOptions,
  type ModelTool,
  type Question,
} from 'garuda-mcp/garuda';

/** A server whose one tool, `does`, does what it is told. */
export const fixture: string = fileURLToPath(
  new URL('../../fixtures/garuda/sandbox/does.mjs', import.meta.url),
);
export const does = { command: process.execPath, args: [fixture] };

/** A user with a home, a project, and a host. */
export class User implements AsyncDisposable {
  readonly notices: HostNotice[] = [];
  readonly asked: Question[] = [];
  says: (question: Question) => Answer = () => 'once';
  readonly folder: string;
  readonly #hosts: Host[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<User> {
    const user = new User(await realpath(await mkdtemp(join(tmpdir(), 'garuda-user-'))));
    await mkdir(join(user.root, '.garuda'), { recursive: true });
    return user;
  }

  get home(): string {
    return join(this.folder, 'garuda');
  }

  get root(): string {
    return join(this.folder, 'project');
  }

  async names(whose: 'user' | 'project', servers: object): Promise<void> {
    const path =
      whose === 'user' ? join(this.home, 'mcp.json') : join(this.root, '.garuda/mcp.json');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify({ servers }));
  }

  /** A host whose servers have been started. */
  async host(more: HostOptions = {}): Promise<Host> {
    const host = await openHost({
      environment: { ...process.env, GARUDA_HOME: this.home },
      projectRoot: this.root,
      onNotice: (notice) => this.notices.push(notice),
      opensBrowser: false,
      prompt: {
        ask: (question) => {
          this.asked.push(question);
          return Promise.resolve(this.says(question));
        },
      },
      ...more,
    });
    this.#hosts.push(host);
    await host.start();
    return host;
  }

  texts(): readonly string[] {
    return this.notices.map(({ text }) => text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

export function toolOf(tools: readonly ModelTool[], name: string): ModelTool {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
