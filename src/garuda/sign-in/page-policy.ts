/**
 * Why a page may not be opened in a person's browser; `undefined`: it may. Only `https:` pages are, and for a
 * server of the user's own also `http:` ones of this machine.
 */
export function pageFault(url: string, scope: 'user' | 'project'): string | undefined {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  if (page === undefined) return 'it is no URL';
  if (page.protocol === 'https:') return undefined;
  if (page.protocol !== 'http:') return `${page.protocol} is not https:`;
  if (!isLoopback(page.hostname)) return 'it is not encrypted (http:)';
  return scope === 'user' ? undefined : "it is on this machine, and the server is a project's";
}

/** Whether a host name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
