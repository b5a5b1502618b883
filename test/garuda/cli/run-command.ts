import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The command as the build made it. */
const program = join(root, 'dist/garuda-mcp.js');

/** How a run of the command ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the command is run. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from stdin, or `null` for a stdin that stays open; default: nothing. */
  readonly input?: string | null;
  /** Where it is run. Default: here. */
  readonly cwd?: string;
  /** Arguments for Node.js. */
  readonly nodeArgs?: readonly string[];
  /** A file descriptor instead of a pipe for stdout. */
  readonly stdout?: number;
}

/** Nothing that is run here takes as long; what hangs is ended, and fails its test by its signal. */
const longestMs = 50_000;

/** A running command. */
export class RunningCommand {
  readonly child: ChildProcess;
  readonly #stdout: Buffer[] = [];
  #stderr = '';
  readonly #closed: Promise<unknown>;

  constructor(args: readonly string[], options: RunOptions = {}) {
    const { env = {}, cwd, input, nodeArgs = [], stdout = 'pipe' } = options;
    this.child = spawn(process.execPath, [...nodeArgs, program, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', stdout, 'pipe'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
    });
    this.#closed = once(this.child, 'close');
    if (input !== null) this.child.stdin?.end(input);
    // The command may end without having read everything.
    this.child.stdin?.on('error', () => {});
    this.child.stdout?.on('data', (chunk: Buffer) => this.#stdout.push(chunk));
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
  }

  /** What stderr has so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves once stderr has these words. */
  async said(words: string): Promise<void> {
    while (!this.#stderr.includes(words)) {
      const chunk: Promise<unknown> = once(this.child.stderr!, 'data');
      const ended = this.#closed.then(() => Promise.reject(new Error(`ended: ${this.#stderr}`)));
      await Promise.race([chunk, ended]);
    }
  }

  /** Writes to stdin. @returns once the command, or the pipe to it, has all of it */
  async wrote(text: string): Promise<void> {
    await new Promise<void>((resolve) => this.child.stdin!.write(text, () => resolve()));
  }

  async ended(): Promise<Ended> {
    await this.#closed;
    const stdout = Buffer.concat(this.#stdout);
    return { exitCode: this.child.exitCode, stdout: stdout.toString(), stderr: this.#stderr };
  }

  /** What stdout got, byte for byte. */
  async bytes(): Promise<Buffer> {
    await this.#closed;
    return Buffer.concat(this.#stdout);
  }
}

/** Runs the command to its end. */
export function runCommand(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return new RunningCommand(args, options).ended();
}

/** The command line of a server in `test/fixtures/cli`. */
export function fixtureServer(name: string, ...args: readonly string[]): readonly string[] {
  return ['--', process.execPath, join(root, `test/fixtures/cli/${name}.mjs`), ...args];
}

/** What stays on a terminal: of each line the part that was drawn last. */
export function onScreen(written: string): string {
  const lines = written.split('\n').map((line) => line.split('\r\u001b[K').at(-1));
  return lines.join('\n');
}
