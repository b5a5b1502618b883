/**
 * Why the host does not do what it is asked.
 *
 * `UNKNOWN_SERVER`, `UNKNOWN_TOOL`: there is none of that name. `NOT_RUNNING`: the server is in no state in
 * which it can be used; the message says in which and why. `DENIED`: a rule or a person says no.
 * `TIMED_OUT`: the server did not start in time. `CLOSED`: the host is closed. `INVALID_ARGUMENT`: an option that cannot be meant.
 *
 * @public
 */
export type HostErrorCode =
  | 'UNKNOWN_SERVER'
  | 'UNKNOWN_TOOL'
  | 'NOT_RUNNING'
  | 'DENIED'
  | 'TIMED_OUT'
  | 'CLOSED'
  | 'INVALID_ARGUMENT';

/** An error of the host itself; what a server or the way to it did wrong is an `McpError`. @public */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: HostErrorCode;

  constructor(code: HostErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
