/**
 * Something that the person should see.
 *
 * @public
 */
export interface HostNotice {
  readonly kind:
    /** A server could not be started, or may not be. */
    | 'not-started'
    /** A server ended by itself. */
    | 'stopped'
    /** A server that had ended runs again. */
    | 'restarted'
    /** Something about a server that does not keep it from working. */
    | 'warning'
    /** A page that a person should open. */
    | 'sign-in';
  /** The server's name; `undefined` for what is about the registry. */
  readonly server: string | undefined;
  /** Cleaned: fit to be shown as it is. May have several lines. */
  readonly text: string;
}
