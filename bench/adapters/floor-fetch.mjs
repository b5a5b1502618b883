// The floor of fetch, which is what a client for every run-time can have.
import { Calls } from '../floors/calls.mjs';
import { EventCutter } from '../floors/event-cutter.mjs';
import { EVENTS, requestHeaders } from '../floors/request-headers.mjs';

export async function load() {
  // Nothing to import: the run-time has it.
}

export async function connect({ url, fetch = globalThis.fetch, onNotification }) {
  const calls = new Calls((text, call) => void post(text, call), onNotification);
  async function post(text, call) {
    try {
      const reply = await fetch(url, { method: 'POST', headers: requestHeaders, body: text });
      if (call === undefined) await reply.body?.cancel();
      else if (reply.headers.get('content-type') !== EVENTS) calls.deliver(await reply.text());
      else await readEvents(reply.body, calls);
    } catch (error) {
      call?.reject(error);
    }
  }
  await calls.initialize();
  return {
    listTools: () => calls.listTools(),
    callTool: (name, args, options) => calls.callTool(name, args, options),
    close: async () => {},
  };
}

async function readEvents(body, calls) {
  const events = new EventCutter((data) => calls.deliver(data));
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read; !(read = await reader.read()).done;) {
    events.feed(decoder.decode(read.value, { stream: true }));
  }
}
