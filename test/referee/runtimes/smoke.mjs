import { connect, http } from 'garuda-mcp';

/**
 * What every run-time must be able to do, by the root door of the package and nothing else: connect
 * to a server, in the era it prefers and in the legacy one, list its tools and call one.
 *
 * @param {string} url
 */
export async function smoke(url) {
  return [await use(url, 'auto'), await use(url, 'legacy')];
}

async function use(url, revision) {
  const client = await connect(http(url), { name: 'smoke', version: '1.0.0' }, { revision });
  try {
    const tools = await client.listTools();
    const { content } = await client.callTool('echo', { message: `from ${revision}: 你好` });
    return {
      revision: client.server.revision,
      tools: tools.map(({ name }) => name),
      said: content[0].text,
    };
  } finally {
    await client.close();
  }
}
