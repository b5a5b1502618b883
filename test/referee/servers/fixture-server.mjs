import { McpServer, ResourceTemplate, completable } from '@modelcontextprotocol/server';
import { setInterval as every } from 'node:timers/promises';
import * as z from 'zod';

const LANGUAGES = ['german', 'greek', 'italian'];

/**
 * What every fixture server offers, whatever eras it speaks: tests that compare servers then
 * compare only the protocol.
 *
 * @param {string} name
 * @param {import('@modelcontextprotocol/server').ServerOptions} [options]
 * @returns {McpServer}
 */
export function fixtureServer(name, options = {}) {
  const server = new McpServer(
    { name, version: '1.0.0' },
    { instructions: `The fixture server ${name}.`, ...options },
  );
  offerTools(server);
  offerResources(server);
  offerPrompts(server);
  return server;
}

/** @param {McpServer} server */
function offerTools(server) {
  server.registerTool(
    'echo',
    { description: 'Says the message back.', inputSchema: z.object({ message: z.string() }) },
    ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );

  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
      structuredContent: { sum: a + b },
    }),
  );

  server.registerTool(
    'slow',
    {
      description: 'Takes some steps, reports progress after each, and stops when it is cancelled.',
      inputSchema: z.object({
        steps: z.int().min(1).max(1000).default(3),
        stepMs: z.int().min(0).max(60_000).default(20),
      }),
    },
    takeSteps,
  );
}

/**
 * @param {{ steps: number, stepMs: number }} input
 * @param {import('@modelcontextprotocol/server').ServerContext} context
 */
async function takeSteps({ steps, stepMs }, { mcpReq: request }) {
  const { _meta: meta, signal } = request;
  const progressToken = meta?.progressToken;
  let step = 0;
  for await (const one of every(stepMs, 1, { signal })) {
    step += one;
    if (progressToken !== undefined) {
      const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
      await request.notify({ method: 'notifications/progress', params });
    }
    if (step === steps) break;
  }
  return { content: [{ type: 'text', text: `took ${steps} steps` }] };
}

/** @param {McpServer} server */
function offerResources(server) {
  server.registerResource(
    'notes',
    'fixture://notes',
    { description: 'A short text.', mimeType: 'text/plain' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'three notes' }] }),
  );

  server.registerResource(
    'greeting',
    new ResourceTemplate('fixture://greeting/{language}', {
      list: undefined,
      complete: { language: startingWith },
    }),
    { description: 'A greeting in a language.', mimeType: 'text/plain' },
    (uri, { language }) => ({
      contents: [
        { uri: uri.href, mimeType: 'text/plain', text: `a greeting in ${String(language)}` },
      ],
    }),
  );
}

/** @param {McpServer} server */
function offerPrompts(server) {
  server.registerPrompt(
    'translate',
    {
      description: 'Asks for a translation.',
      argsSchema: z.object({
        language: completable(z.string().describe('The language to translate to.'), startingWith),
      }),
    },
    ({ language }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Translate to ${language}.` } }],
    }),
  );
}

/** @param {string} start */
function startingWith(start) {
  return LANGUAGES.filter((language) => language.startsWith(start));
}
