import type { OAuthFetch } from '../network/network.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** One for the program: its connections end by themselves when they are not used. */
export const defaultFetch: OAuthFetch = guardedFetch({ level: 'ordinary' }).fetch;
