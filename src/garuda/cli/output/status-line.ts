import type { Sink } from '../terminal.ts';
import { cleanLine } from './clean-text.ts';
import { cutToWidth } from './text-width.ts';

/** What the command waits for, told on one line of a terminal that is drawn over and over. */
export class StatusLine {
  readonly #sink: Sink;
  #text: string | undefined;
  #sinceMs = 0;
  #drawn: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param sink - nothing is written to it unless it is a terminal */
  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Tells what is waited for from now on. It shows once it has lasted a moment. */
  say(text: string): void {
    if (!this.#sink.isTerminal) return;
    this.#text = cleanLine(text);
    this.#sinceMs = Date.now();
    this.#startTimer();
  }

  /** Adds how far what is waited for has come. */
  progress(text: string): void {
    if (!this.#sink.isTerminal) return;
    this.#text = cleanLine(text);
    this.#startTimer();
  }

  /** Takes the line away, so that something else can be written. It comes back if nothing ends it. */
  async clear(): Promise<void> {
    if (this.#drawn === undefined) return;
    this.#drawn = undefined;
    await this.#sink.write(startOfLine);
  }

  /** Takes the line away for good. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.clear();
  }

  #startTimer(): void {
    // The first drawing comes a moment later, so that what is quick shows nothing.
    this.#timer ??= setInterval(() => this.#draw(), drawEveryMs).unref();
  }

  #draw(): void {
    const seconds = Math.floor((Date.now() - this.#sinceMs) / 1_000);
    const line = seconds < 1 ? (this.#text ?? '') : `${this.#text} (${seconds} s)`;
    if (line === this.#drawn) return;
    this.#drawn = line;
    const columns = this.#sink.columns ?? 80;
    // A line that fills the terminal could wrap, and then only its end would be drawn over.
    this.#sink.write(startOfLine + cutToWidth(line, columns - 1)).catch(() => {});
  }
}

const drawEveryMs = 150;

const startOfLine = '\r\u001b[K';
