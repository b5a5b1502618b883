import type { SentMessage } from 'garuda-mcp/testing';

const prefix = 'io.modelcontextprotocol/';

/** What is wrong with the messages of a client, whatever they are about. */
export function faultsOf(
  sent: readonly SentMessage[],
  era: 'legacy' | 'modern',
): readonly string[] {
  const ids = new Set<unknown>();
  return sent.flatMap((message) => {
    const text = JSON.stringify(message);
    const faults = [
      message['jsonrpc'] === '2.0' || 'jsonrpc is not 2.0',
      ...faultsOfId(message, ids),
    ];
    const meta = (message['params'] as { _meta?: object } | undefined)?._meta ?? {};
    const isOpening = message['method'] === 'server/discover';
    if (era === 'modern' && 'method' in message && 'id' in message) {
      faults.push(`${prefix}protocolVersion` in meta || 'no protocolVersion in _meta');
      faults.push(`${prefix}clientCapabilities` in meta || 'no clientCapabilities in _meta');
    }
    if (era === 'legacy' && !isOpening) {
      const ours = Object.keys(meta).some((key) => key.startsWith(prefix));
      faults.push(!ours || 'a modern key in the _meta of a legacy session');
    }
    faults.push(...faultsOfCancellation(message));
    if (era === 'modern') faults.push('method' in message || 'a response in the modern era');
    return faults.filter((fault) => fault !== true).map((fault) => `${fault}: ${text}`);
  });
}

/** An id is a string or an integer and is used for one request only; answers repeat the peer's own. */
function faultsOfId(message: SentMessage, ids: Set<unknown>): (string | true)[] {
  if (!('method' in message && 'id' in message)) return [];
  const id = message['id'];
  const isNew = !ids.has(id);
  ids.add(id);
  return [
    typeof id === 'string' || Number.isInteger(id) || 'an id that is no string and no integer',
    isNew || 'an id that was used before',
  ];
}

function faultsOfCancellation({ method, params }: SentMessage): (string | true)[] {
  if (method !== 'notifications/cancelled') return [];
  const { reason } = params as { readonly reason?: unknown };
  return [reason === undefined || typeof reason === 'string' || 'a reason that is no text'];
}
