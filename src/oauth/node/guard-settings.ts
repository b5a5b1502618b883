/**
 * Which addresses may be connected to.
 *
 * `public`: those on the public internet only, for what others have configured. `ordinary`: networks
 * of one's own and this machine too, for what the user has configured; plain http to this machine
 * only. Neither has link-local addresses, where clouds tell a machine its secrets.
 *
 * @public
 */
export type AddressLevel = 'public' | 'ordinary';

/** All addresses of a host name. @public */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/**
 * For servers with a certificate of a private authority, and for a certificate of one's own; as PEM.
 *
 * @public
 */
export interface TlsSettings {
  /** Authorities that are trusted, in place of the usual ones. */
  readonly ca?: string | readonly string[];
  /** The certificate that this client shows, with its key. */
  readonly cert?: string;
  readonly key?: string;
}
