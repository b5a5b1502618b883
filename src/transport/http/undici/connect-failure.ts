/**
 * No connection came about.
 *
 * Every error of a connector is wrapped in one, since undici opens connections without end while
 * they fail with a code that it takes for a passing fault of a socket.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  /** Whom the connection was to lead to: `the proxy 127.0.0.1:3128`. */
  readonly peer: string;
  /** What is wrong, where the cause does not say it. */
  readonly detail: string | undefined;

  constructor(peer: string, reason: { readonly detail?: string; readonly cause?: unknown }) {
    super(`no connection to ${peer}`, { cause: reason.cause });
    this.peer = peer;
    this.detail = reason.detail;
  }
}
