import type { HomeVerb } from './home-verb.ts';
import { servers } from './servers.ts';
import { trust } from './trust.ts';

/** Every verb that needs no server, in the order of the help. */
export const homeVerbs: readonly HomeVerb[] = [servers, trust];
