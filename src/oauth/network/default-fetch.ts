import type { OAuthFetch } from './network.ts';

/** The run-time's own fetch. It does not tell which address a name stands for, so none is checked. */
export const defaultFetch: OAuthFetch = (url, init) => fetch(url, init);
