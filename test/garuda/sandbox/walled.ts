import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Client, type ConnectOptions } from '../../../src/client/index.ts';
import type { LocalServer } from '../../../src/garuda/registry/index.ts';
import {
  containedServer,
  findSandbox,
  type ContainedOrder,
} from '../../../src/garuda/sandbox/index.ts';
import { local } from '../some-server.ts';

export const fixture: string = fileURLToPath(
  new URL('../../fixtures/garuda/sandbox/does.mjs', import.meta.url),
);

/** What the tool of the fixture gave: a value, or the code of an error. */
export type Done = { readonly value: unknown } | { readonly code: string };

/** A machine of its own: a project, a home folder, and servers that are held there. */
export class Walled implements AsyncDisposable {
  readonly folder: string;
  readonly #clients: Client[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<Walled> {
    // Not in a folder of temporary files: servers have their own of these.
    const folder = await realpath(await mkdtemp(join(homedir(), '.garuda-walled-')));
    const walled = new Walled(folder);
    for (const path of [walled.root, walled.home, walled.garuda])
      await mkdir(path, { recursive: true });
    return walled;
  }

  get root(): string {
    return join(this.folder, 'project');
  }

  get home(): string {
    return join(this.folder, 'home');
  }

  get garuda(): string {
    return join(this.home, '.garuda');
  }

  async start(
    server: Partial<LocalServer> = {},
    order: Partial<ContainedOrder> = {},
    options: ConnectOptions = {},
  ): Promise<Client> {
    const facts = await findSandbox(process.platform, process.env);
    const target = containedServer({
      server: local('walled', {
        scope: 'user',
        command: process.execPath,
        args: [fixture],
        ...server,
      }),
      env: { HOME: this.home },
      projectRoot: this.root,
      garudaHome: this.garuda,
      facts,
      isBare: false,
      stopGraceMs: 500,
      ...order,
    });
    const me = { name: 'garuda', version: '1' };
    const client = await connect(target, me, { revision: 'legacy', ...options });
    this.#clients.push(client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Has the server do something. */
export async function does(client: Client, body: string): Promise<Done> {
  const { content } = await client.callTool('does', { body });
  const [block] = content;
  return JSON.parse(block?.type === 'text' ? block.text : 'null') as Done;
}
