import type { Revision } from '../revisions/registry.ts';
import { encodeRequest } from './encode-request.ts';
import type { Era } from './era.ts';

/** The era of 2024-11-05 to 2025-11-25: a handshake, a session, requests in both directions. @public */
export function legacyEra(revision: Revision): Era {
  return {
    name: 'legacy',
    revision,
    serverMayAsk: true,
    encode: (id, method, params, progressToken) =>
      encodeRequest(
        id,
        method,
        params,
        progressToken === undefined ? '' : `"progressToken":${JSON.stringify(progressToken)}`,
      ),
    // The version header of a legacy session belongs to the channel, since GET and DELETE carry it too.
    headers: () => undefined,
    // The client must not cancel `initialize` (2025-11-25/basic/utilities/cancellation, Behavior
    // Requirements); everything else is cancelled by notification, since a dropped connection is
    // no cancellation (basic/transports, Sending Messages to the Server).
    notifiesCancellation: (method) => method !== 'initialize',
  };
}
