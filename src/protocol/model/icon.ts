/**
 * An icon that a server offers for display. Nothing in it has been checked: `src` may be any URI,
 * so fetch and render it as content of a stranger.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#icon | Icon}
 * @public
 */
export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  /** Sizes as `WIDTHxHEIGHT`, or `any` for a scalable format. */
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}
