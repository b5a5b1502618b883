import type { Failure } from './failure.ts';
import { exitCodes } from './exit-codes.ts';
import { cleanText, formatJson } from './output/clean-text.ts';
import { StatusLine } from './output/status-line.ts';
import { withhold } from './output/withhold.ts';
import type { Sink, Terminal } from './terminal.ts';
import type { Outcome } from './verbs/verb.ts';

/**
 * Says everything that the command says: outcomes on stdout, the rest on stderr. With JSON, stdout
 * gets exactly one document, be it an outcome or a failure.
 */
export class Voice {
  readonly status: StatusLine;
  readonly #stdout: Sink;
  readonly #stderr: Sink;
  readonly #json: boolean;
  #secrets: readonly string[] = [];
  #told: Promise<unknown> = Promise.resolve();
  #hasSpoken = false;

  constructor({ stdout, stderr }: Terminal, json: boolean) {
    this.status = new StatusLine(stderr);
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#json = json;
  }

  /** Keeps these texts out of whatever is told on stderr, and of failures. */
  withhold(secrets: readonly string[]): void {
    this.#secrets = secrets;
  }

  /** Tells something on stderr, for people. */
  tell(text: string): void {
    const line = `garuda-mcp: ${withhold(cleanText(text), this.#secrets)}\n`;
    // Where nobody can be told, nobody can be told of that either.
    const writes = [this.status.clear(), this.#stderr.write(line)];
    this.#told = Promise.allSettled([this.#told, ...writes]);
  }

  /** Shows a line of a question, which is clean, on stderr. */
  async show(line: string): Promise<void> {
    await this.status.clear();
    await this.#stderr.write(`${withhold(line, this.#secrets)}\n`);
  }

  /** Prints text as it is. */
  async print(text: string): Promise<void> {
    await this.#stdout.write(text);
  }

  /** Prints an outcome. @returns the exit code @throws OutputError */
  async printOutcome(outcome: Outcome): Promise<number> {
    // For good, or it would be drawn again in the middle of the outcome.
    await this.status.end();
    const { isTerminal, columns } = this.#stdout;
    const output = this.#json
      ? `${formatJson(outcome.document)}\n`
      : outcome.render({ isTerminal, columns });
    this.#hasSpoken = true;
    if (output.length > 0) await this.#stdout.write(output);
    if (outcome.remark !== undefined) this.tell(outcome.remark);
    if (outcome.failure === undefined) return exitCodes.done;
    this.tell(outcome.failure);
    return exitCodes.failed;
  }

  /** Tells of a failure. @returns its exit code */
  async fail(failure: Failure): Promise<number> {
    const message = withhold(cleanText(failure.message), this.#secrets);
    this.tell(message);
    if (this.#json && !this.#hasSpoken) {
      const document = { error: { ...failure, message } };
      this.#hasSpoken = true;
      await this.#stdout
        .write(`${withhold(formatJson(document), this.#secrets)}\n`)
        .catch(() => {});
    }
    return failure.exitCode;
  }

  /** Resolves when everything has been said. */
  async finish(): Promise<void> {
    await this.status.end();
    await this.#told;
  }
}
