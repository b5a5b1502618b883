// The floor of undici: requests on a pool, which is what a client for Node.js alone can have.
import { StringDecoder } from 'node:string_decoder';
import { Calls } from '../floors/calls.mjs';
import { EventCutter } from '../floors/event-cutter.mjs';
import { EVENTS, requestHeaders } from '../floors/request-headers.mjs';

/** More would not be faster, and the peers' thousand sockets help nobody. */
const CONNECTIONS = 64;

let undici;

export async function load() {
  undici = await import('undici');
}

export async function connect({ url, onNotification }) {
  const { origin, pathname } = new URL(url);
  const pool = new undici.Pool(origin, { connections: CONNECTIONS });
  const target = { path: pathname, method: 'POST', headers: requestHeaders };
  const calls = new Calls((text, call) => void post(text, call), onNotification);
  async function post(text, call) {
    try {
      const { headers, body } = await pool.request({ ...target, body: text });
      if (call === undefined) return await body.dump();
      if (headers['content-type'] !== EVENTS) return calls.deliver(await body.text());
      const events = new EventCutter((data) => calls.deliver(data));
      // Its own setEncoding holds for text() alone.
      const decoder = new StringDecoder('utf8');
      body.on('data', (bytes) => events.feed(decoder.write(bytes)));
    } catch (error) {
      call?.reject(error);
    }
  }
  await calls.initialize();
  return {
    listTools: () => calls.listTools(),
    callTool: (name, args, options) => calls.callTool(name, args, options),
    close: () => pool.destroy(),
  };
}
