import type { ServerDescription } from '../../../client/index.ts';
import { cleanLine } from '../output/clean-text.ts';
import type { Verb } from './verb.ts';

/** Asks whether a server is alive. */
export const ping: Verb = {
  name: 'ping',
  summary: 'ask whether the server is alive, and who it is',
  words: [],
  prepare() {
    return async ({ client, options, say }) => {
      say('waiting for the answer');
      const start = performance.now();
      await client.ping(options);
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const { server } = client;
      return {
        document: { milliseconds, server },
        render: () => `${describeServer(server)} answered in ${milliseconds} ms\n`,
      };
    };
  },
};

function describeServer({ name, version, revision }: ServerDescription): string {
  const who = cleanLine(`${name} ${version}`);
  return `${who === '' ? 'the server' : who} (MCP ${revision})`;
}
