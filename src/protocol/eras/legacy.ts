import type { RequestId } from '../message.ts';
import type { JsonObject } from '../model/json.ts';
import type { Revision } from '../revisions/registry.ts';
import type { Era } from './era.ts';

/** The era of 2024-11-05 to 2025-11-25: a handshake, a session, requests in both directions. */
export function legacyEra(revision: Revision): Era {
  return {
    name: 'legacy',
    revision,
    serverMayAsk: true,
    stamp,
    // The version header of a legacy session belongs to the channel, since GET and DELETE carry it too.
    headers: () => undefined,
    // The client must not cancel `initialize` (2025-11-25/basic/utilities/cancellation, Behavior
    // Requirements); everything else is cancelled by notification, since a dropped connection is
    // no cancellation (basic/transports, Sending Messages to the Server).
    notifiesCancellation: (method) => method !== 'initialize',
  };
}

function stamp(
  params: JsonObject | undefined,
  progressToken: RequestId | undefined,
): JsonObject | undefined {
  if (progressToken === undefined) return params;
  const meta = params?.['_meta'];
  const _meta = meta === undefined ? { progressToken } : { ...(meta as JsonObject), progressToken };
  return { ...params, _meta };
}
