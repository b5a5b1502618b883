import { makeTools } from './tools.mjs';

/**
 * What a server says to a message, as JSON text.
 *
 * @typedef {{ kind: 'text', text: string }
 *   | { kind: 'large', head: string, tail: Buffer, pieceBytes: number | undefined }
 *   | { kind: 'burst', count: number, line: (n: number) => string, text: string }} Answer
 */

const MODERN = '2026-07-28';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const serverInfo = { name: 'bench-server', version: '1.0.0' };
const capabilities = { tools: { listChanged: false }, logging: {} };

/**
 * The protocol half of the servers: both eras on the same endpoint, as little work as there can be.
 * It validates nothing and makes beforehand what it can, so that the figures are the client's.
 */
export class Answers {
  #pages;
  /** Large results by era and size: making one takes longer than sending it. */
  #large = new Map();

  /** @param {{ tools?: number, pageSize?: number, outputSchemaPercent?: number }} options */
  constructor({ tools = 3, pageSize, outputSchemaPercent } = {}) {
    this.#pages = makePages(makeTools(tools, outputSchemaPercent), pageSize);
  }

  /** @returns {Answer | undefined} nothing for a notification or a response */
  to({ id, method, params }) {
    if (id === undefined || method === undefined) return undefined;
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
    const modern = params?._meta?.[VERSION_KEY] === MODERN;
    const result = (text) => ({ kind: 'text', text: `${head},"result":${text}}` });
    switch (method) {
      case 'tools/call':
        return this.#call(head, params, modern);
      case 'tools/list':
        return result(this.#pages.get(params?.cursor ?? '0')[modern ? 'modern' : 'legacy']);
      case 'initialize':
        return result(initialized);
      case 'server/discover':
        return result(discovered);
      case 'ping':
      case 'logging/setLevel':
        return result('{}');
      default:
        return refusal(head, -32601, `no method ${method}`);
    }
  }

  #call(head, { name, arguments: args = {}, _meta }, modern) {
    const opening = `,"result":{${modern ? '"resultType":"complete",' : ''}"content":[{"type":"text","text":`;
    switch (name) {
      case 'echo':
        return { kind: 'text', text: `${head}${opening}${JSON.stringify(args.text)}}]}}` };
      case 'large': {
        const tail = this.#largeTail(opening, args.bytes);
        return { kind: 'large', head, tail, pieceBytes: args.pieceBytes };
      }
      case 'notify': {
        const line = lineOf(args.kind, _meta?.progressToken, args.count);
        return { kind: 'burst', count: args.count, line, text: `${head}${opening}"done"}]}}` };
      }
      default:
        return refusal(head, -32602, `no tool ${name}`);
    }
  }

  #largeTail(opening, bytes) {
    const key = `${opening}${bytes}`;
    let tail = this.#large.get(key);
    if (tail === undefined) {
      const line = 'A quick brown heron flies over the lazy pond, 0123456789 times. ';
      const text = line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
      tail = Buffer.from(`${opening}"${text}"}]}}`);
      this.#large.set(key, tail);
    }
    return tail;
  }
}

const initialized = JSON.stringify({ protocolVersion: '2025-11-25', capabilities, serverInfo });

const discovered = JSON.stringify({
  resultType: 'complete',
  supportedVersions: [MODERN],
  capabilities,
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
});

/** Every page by its cursor, in the words of both eras. */
function makePages(tools, pageSize = tools.length) {
  const pages = new Map();
  for (let at = 0; at < tools.length; at += pageSize) {
    const next = at + pageSize < tools.length ? String(at + pageSize) : undefined;
    const page = { tools: tools.slice(at, at + pageSize), nextCursor: next };
    const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    pages.set(String(at), {
      legacy: JSON.stringify(page),
      modern: JSON.stringify({ ...hints, ...page }),
    });
  }
  return pages;
}

function refusal(head, code, message) {
  return { kind: 'text', text: `${head},"error":${JSON.stringify({ code, message })}}` };
}

/** The notifications of one burst, by their number from 0. */
function lineOf(kind, token, count) {
  if (kind === 'log') {
    return (n) =>
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":"log line ${n + 1} of a server that says a lot"}}`;
  }
  const start = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${JSON.stringify(token ?? 0)},"progress":`;
  return (n) => `${start}${n + 1},"total":${count},"message":"step ${n + 1}"}}`;
}
