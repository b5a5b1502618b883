import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { execPath } from 'node:process';
import type { Core } from '../../server/core.ts';
import { relayProgram } from './relay-program.ts';
import { serveProcess } from './serve-process.ts';

/**
 * A scripted server as a program: whatever starts `command` with `args` has it at its stdin and
 * stdout. It is these options of `stdio`, and runs for any other client too.
 *
 * Each process is one of its own and connects to this one, where the script is, on the loopback
 * interface; a token that stands in `args` keeps others away. It ends with its stdin, and with this process.
 *
 * @public
 */
export class StdioProgram implements AsyncDisposable {
  readonly command: string = execPath;
  readonly args: readonly string[];
  /** The server's name in errors. */
  readonly label: string = 'scripted';
  readonly #home: Server;
  readonly #sockets: Set<Socket>;

  private constructor(home: Server, sockets: Set<Socket>, args: readonly string[]) {
    this.#home = home;
    this.#sockets = sockets;
    this.args = args;
  }

  /** @internal */
  static async open(core: Core): Promise<StdioProgram> {
    const token = randomBytes(24).toString('hex');
    const sockets = new Set<Socket>();
    const home = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      serveProcess(core, socket, token);
    });
    home.listen(0, '127.0.0.1');
    await once(home, 'listening');
    const { port } = home.address() as AddressInfo;
    const args = ['--input-type=commonjs', '--eval', relayProgram, String(port), token];
    return new StdioProgram(home, sockets, args);
  }

  /** How many of its processes run. */
  get running(): number {
    return this.#sockets.size;
  }

  /** Ends its processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#home.close(resolve));
  }
}
