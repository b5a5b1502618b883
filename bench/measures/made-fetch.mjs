import { Answers } from '../servers/answers.mjs';

const answers = new Answers();
const encoder = new TextEncoder();
const EVENTS_TO_A_PIECE = 500;

/**
 * A `fetch` with a server in it. It answers in JSON but for calls, whose arguments say of what the stream
 * consists: one event of `bytes` in pieces of `pieceBytes`, or many small `events` before the result.
 */
export async function makeFetch(_url, { method = 'GET', body } = {}) {
  if (method !== 'POST') return new Response(null, { status: 405 });
  const message = JSON.parse(body);
  if (message.method === 'tools/call') {
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(toStream(pieces(message)), { headers });
  }
  const answer = answers.to(message);
  if (answer === undefined) return new Response(null, { status: 202 });
  return new Response(answer.text, { headers: { 'content-type': 'application/json' } });
}

function* pieces({ id, params }) {
  const { bytes = 4, pieceBytes, events = 0 } = params.arguments;
  for (let at = 0; at < events; at += EVENTS_TO_A_PIECE) {
    const length = Math.min(EVENTS_TO_A_PIECE, events - at);
    yield encoder.encode(Array.from({ length }, (_, n) => logEvent(at + n)).join(''));
  }
  const content = [{ type: 'text', text: 'x'.repeat(bytes) }];
  const result = { resultType: 'complete', content };
  const last = encoder.encode(toEvent({ jsonrpc: '2.0', id, result }));
  const size = pieceBytes ?? last.length;
  for (let at = 0; at < last.length; at += size) yield last.slice(at, at + size);
}

function logEvent(n) {
  const params = { level: 'info', data: `line ${n}` };
  return toEvent({ jsonrpc: '2.0', method: 'notifications/message', params });
}

function toEvent(message) {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

/** A stream of bytes, as the one of a real reply is. */
function toStream(source) {
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const { done, value } = source.next();
      if (!done) return controller.enqueue(value);
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}
