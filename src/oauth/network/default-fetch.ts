import type { OAuthFetch } from './network.ts';

/** The run-time's own fetch. It does not tell which address a name stands for, so none is checked. */
export const defaultFetch: OAuthFetch = (url, init) => fetch(url, { ...knownSettings(), ...init });

/** No cookie of a browser is sent and nothing is kept, where the run-time knows such settings: Workers refuse them. */
function knownSettings(): RequestInit {
  const known = typeof Request === 'function' ? Request.prototype : {};
  return {
    ...('credentials' in known && { credentials: 'omit' }),
    ...('cache' in known && { cache: 'no-store' }),
    ...('referrerPolicy' in known && { referrerPolicy: 'no-referrer' }),
  };
}
