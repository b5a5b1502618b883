import type { LoggingLevel } from '../protocol/index.ts';
import type { ConnectOptions } from './options.ts';
import type { RequestOptions } from './request-options.ts';
import type { Requests } from './requests.ts';

/**
 * From which level on the server logs. The modern era says it in each request, the legacy one once in
 * a session.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging | Logging}
 */
export class LogLevel {
  /** What modern requests say. */
  said: LoggingLevel | undefined;
  /** What the caller asked for. */
  #wanted: LoggingLevel | undefined;

  constructor({ logLevel, onLog }: ConnectOptions) {
    this.#wanted = logLevel;
    this.said = logLevel ?? (onLog === undefined ? undefined : 'info');
  }

  async change(level: LoggingLevel, requests: Requests, options: RequestOptions): Promise<void> {
    this.#wanted = level;
    this.said = level;
    if (requests.era === 'legacy') await this.#tell(level, requests, options);
  }

  /** Tells a new session what an older one was told. */
  async restore(requests: Requests): Promise<void> {
    const level = this.#wanted;
    if (level === undefined || requests.era === 'modern') return;
    await this.#tell(level, requests, {});
  }

  async #tell(level: LoggingLevel, requests: Requests, options: RequestOptions): Promise<void> {
    const method = 'logging/setLevel';
    const params = { level };
    await requests.ask({ method, params, options, repeatable: true, progress: false });
  }
}
