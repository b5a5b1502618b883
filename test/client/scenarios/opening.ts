import { answer } from './phrases.ts';
import type { Step } from './scenario.ts';

/** The answer to `initialize`. */
export function initialized(protocolVersion: unknown, more: object = {}): object {
  const serverInfo = { name: 'old', version: '1.2.3' };
  return answer('opening', { protocolVersion, capabilities: { tools: {} }, serverInfo, ...more });
}

/** `initialize` goes out and offers this revision. */
export function offers(protocolVersion: string): Step {
  return {
    expectSent: { method: 'initialize', params: { protocolVersion } },
    as: 'opening',
    lacks: ['params._meta'],
  };
}

/** The client says that it is ready. */
export const isReady: Step = {
  expectSent: { jsonrpc: '2.0', method: 'notifications/initialized' },
  lacks: ['id'],
};
