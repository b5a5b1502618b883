/**
 * Why an address that a server wants a person to visit is not shown at all: only the web is visited,
 * and that in the clear on this machine only.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#safe-url-handling | Safe URL handling}
 */
export function pageFault(url: string): string | undefined {
  // Spaces, control characters and backslashes are read differently by different programs.
  if (!/^[!-[\]-~]+$/.test(url)) return 'the address has characters that no address may have';
  if (/^https:\/\/[^/?#]/i.test(url)) return undefined;
  if (/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?#]|$)/i.test(url)) return undefined;
  return 'the address must begin with https:// (or http:// on this machine)';
}
