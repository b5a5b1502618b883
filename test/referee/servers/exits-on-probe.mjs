// A stdio server of the old kind, with no SDK below it: any first message but `initialize` is a
// fault for which it dies with code 1. Some servers in the field do the same.
import { createInterface } from 'node:readline';

const TOOL = {
  name: 'echo',
  description: 'Says the message back.',
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
};

const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'exits-on-probe', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: { message } }) => ({ content: [{ type: 'text', text: message }] }),
};

let isInitialized = false;

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (!isInitialized && method !== 'initialize') {
    console.error(`fatal: ${method} before initialize`);
    process.exit(1);
  }
  isInitialized = true;
  if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...reply(method, params) }));
});

function reply(method, params) {
  const answer = answers[method];
  if (answer === undefined) return { error: { code: -32601, message: `no method ${method}` } };
  return { result: answer(params) };
}
