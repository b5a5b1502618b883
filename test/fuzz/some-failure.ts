import type { ChannelFailure } from '../../src/protocol/index.ts';
import type { Random } from './random.ts';

/** Why a channel, or one answer, comes to nothing. */
export function someFailure(random: Random, words: string): ChannelFailure {
  switch (random.below(9)) {
    case 0:
      return { kind: 'exited', exitCode: 1, signal: null, stderr: [words] };
    case 1:
      return { kind: 'stream-ended', how: 'broken', detail: words };
    case 2:
      return { kind: 'message-too-large', maxBytes: 1 };
    case 3:
      return { kind: 'unreadable-message', detail: words };
    case 4:
      return { kind: 'unusable-reply', status: 200, detail: words };
    case 5:
      return {
        kind: 'unreachable',
        systemCode: random.pick([undefined, 'ECONNREFUSED']),
        detail: words,
      };
    case 6:
      return { kind: 'closed' };
    default:
      return {
        kind: 'http-status',
        status: random.pick([400, 401, 403, 404, 405, 408, 429, 500, 501, 503]),
        headers: {},
        body: words,
        json: parse(words),
        inSession: random.oneIn(2),
        withCredentials: random.oneIn(2),
      };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
