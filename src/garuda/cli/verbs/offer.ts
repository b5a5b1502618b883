import type { Client } from '../../../client/index.ts';
import { NotOfferedError } from './not-offered-error.ts';

/** A group of features that a server declares as a whole. */
export type Offer = 'tools' | 'resources' | 'prompts' | 'completions';

/**
 * Whether the server offers these features: what it does not declare is not asked for.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation | Operation}
 */
export function offers(client: Client, offer: Offer): boolean {
  // That revision has no such capability: whether the server completes shows when it is asked.
  if (offer === 'completions' && client.server.revision === '2024-11-05') return true;
  return client.server.capabilities[offer] !== undefined;
}

/** @throws NotOfferedError where the server does not offer these features */
export function mustOffer(client: Client, offer: Offer): void {
  if (offers(client, offer)) return;
  throw new NotOfferedError(`${client.label}: the server offers no ${offer}`);
}
