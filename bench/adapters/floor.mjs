// The floor: a raw pipe to a child process, or node:http with connections that are kept.
import { Calls } from '../floors/calls.mjs';
import { EventCutter } from '../floors/event-cutter.mjs';
import { LineCutter } from '../floors/line-cutter.mjs';
import { EVENTS, requestHeaders } from '../floors/request-headers.mjs';

let http;
let spawn;

export async function load(way) {
  if (way === 'http') http = await import('node:http');
  else ({ spawn } = await import('node:child_process'));
}

export async function connect(server) {
  return server.way === 'http' ? await connectHttp(server) : await connectPipe(server);
}

async function connectPipe({ command, args, onNotification }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let unsent = '';
  // The messages of one turn leave in one write: with many calls in flight a write for each is the
  // largest cost of all.
  const flush = () => {
    child.stdin.write(unsent);
    unsent = '';
  };
  const calls = new Calls((text) => {
    if (unsent === '') queueMicrotask(flush);
    unsent += `${text}\n`;
  }, onNotification);
  const lines = new LineCutter((line) => calls.deliver(line));
  child.stdout.on('data', (bytes) => lines.feed(bytes));
  await calls.initialize();
  return withClose(calls, async () => {
    child.stdin.end();
    await closed;
  });
}

async function connectHttp({ url, onNotification }) {
  const { hostname, port, pathname } = new URL(url);
  const agent = new http.Agent({ keepAlive: true, noDelay: true });
  const target = { host: hostname, port, path: pathname, method: 'POST', agent };
  const calls = new Calls((text, call) => {
    const headers = { ...requestHeaders, 'content-length': Buffer.byteLength(text) };
    const request = http.request({ ...target, headers }, (reply) => receive(reply, calls));
    request.on('error', (error) => call?.reject(error));
    request.end(text);
  }, onNotification);
  await calls.initialize();
  return withClose(calls, async () => agent.destroy());
}

function receive(reply, calls) {
  if (reply.headers['content-type'] === EVENTS) {
    const events = new EventCutter((data) => calls.deliver(data));
    // Has a decoder of its own, so that a character may be cut in two.
    reply.setEncoding('utf8').on('data', (text) => events.feed(text));
    return;
  }
  const pieces = [];
  reply.on('data', (bytes) => pieces.push(bytes));
  reply.on('end', () => {
    if (pieces.length === 0) return;
    const body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    calls.deliver(body.utf8Slice(0, body.length));
  });
}

function withClose(calls, close) {
  return {
    listTools: () => calls.listTools(),
    callTool: (name, args, options) => calls.callTool(name, args, options),
    close,
  };
}
