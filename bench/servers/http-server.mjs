// A server over HTTP/1.1: `node http-server.mjs OPTIONS`, with the options of Answers as JSON. Says its port
// on stdout and ends with its stdin. What it answers on
//   /json    each answer as application/json
//   /events  each answer as a stream of events
//   …-stream the same, and a GET is answered with a stream that stays open, where it is else refused
//   /stats   how many connections there are
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Answers } from './answers.mjs';
import { RequestCutter } from './request-cutter.mjs';

/** Notifications to one chunk. */
const BURST = 200;
const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

const answers = new Answers(JSON.parse(process.argv[2] ?? '{}'));
let connections = 0;
let mostConnections = 0;

const server = createServer({ noDelay: true }, (socket) => {
  connections += 1;
  mostConnections = Math.max(mostConnections, connections);
  const requests = new RequestCutter((request) => void respond(socket, request));
  socket.on('data', (bytes) => requests.feed(bytes));
  socket.on('close', () => (connections -= 1));
  // A client that goes away in the middle is no fault of this server.
  socket.on('error', () => {});
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.stdout.write(`${server.address().port}\n`);
});
process.stdin.on('end', () => process.exit(0)).resume();
process.on('SIGTERM', () => process.exit(0));

async function respond(socket, { method, path, body }) {
  if (method === 'GET') return respondToGet(socket, path);
  if (method !== 'POST') return socket.write(empty('200 OK'));
  const answer = answers.to(JSON.parse(body));
  if (answer === undefined) return socket.write(empty('202 Accepted'));
  const asEvents = path.startsWith('/events');
  if (answer.kind === 'burst') return await sendBurst(socket, answer);
  if (answer.kind === 'large') return await sendLarge(socket, answer, asEvents);
  socket.write(asEvents ? STREAM_HEAD + chunk(event(answer.text)) + LAST_CHUNK : json(answer.text));
}

function respondToGet(socket, path) {
  if (path === '/stats') socket.write(json(JSON.stringify({ connections, mostConnections })));
  else if (path.endsWith('-stream')) socket.write(STREAM_HEAD + chunk(': open\n\n'));
  else socket.write(empty('405 Method Not Allowed'));
}

async function sendBurst(socket, { count, line, text }) {
  socket.write(STREAM_HEAD);
  for (let at = 0; at < count; at += BURST) {
    const length = Math.min(BURST, count - at);
    const events = Array.from({ length }, (_, n) => event(line(at + n)));
    await write(socket, chunk(events.join('')));
  }
  socket.write(chunk(event(text)) + LAST_CHUNK);
}

async function sendLarge(socket, { head, tail, pieceBytes }, asEvents) {
  const parts = asEvents ? [`event: message\ndata: ${head}`, tail, '\n\n'] : [head, tail];
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = pieceBytes ?? body.length;
  socket.write(asEvents ? STREAM_HEAD : jsonHead(body.length));
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    if (asEvents) socket.write(`${piece.length.toString(16)}\r\n`);
    await write(socket, piece);
    if (asEvents) socket.write('\r\n');
    // A turn of its own for each piece, so that the client may read them one by one.
    if (size < body.length) await new Promise(setImmediate);
  }
  if (asEvents) socket.write(LAST_CHUNK);
}

async function write(socket, what) {
  if (socket.write(what) || socket.destroyed) return;
  const gone = new AbortController();
  const { signal } = gone;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
  gone.abort();
}

function event(text) {
  return `event: message\ndata: ${text}\n\n`;
}

function chunk(text) {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function json(text) {
  return jsonHead(Buffer.byteLength(text)) + text;
}

function jsonHead(length) {
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

function empty(status) {
  return `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`;
}
