// The official client before it was split: @modelcontextprotocol/sdk.
const LONG_MS = 600_000;

let sdk;

export async function load(way, modules) {
  sdk = await import(modules['@modelcontextprotocol/sdk/client/index.js']);
  const transport = way === 'stdio' ? 'client/stdio.js' : 'client/streamableHttp.js';
  sdk = { ...sdk, ...(await import(modules[`@modelcontextprotocol/sdk/${transport}`])) };
  sdk.typesModule = modules['@modelcontextprotocol/sdk/types.js'];
}

export async function connect({ way, command, args, url, fetch, onNotification }) {
  const client = new sdk.Client({ name: 'bench', version: '1.0.0' }, { capabilities: {} });
  if (onNotification !== undefined) {
    const { LoggingMessageNotificationSchema } = await import(sdk.typesModule);
    client.setNotificationHandler(LoggingMessageNotificationSchema, onNotification);
  }
  // Its default ends the connection at a message of 10 MiB.
  const transport =
    way === 'stdio'
      ? new sdk.StdioClientTransport({ command, args, maxBufferSize: 2 ** 30 })
      : new sdk.StreamableHTTPClientTransport(new URL(url), { fetch });
  await client.connect(transport);
  return {
    listTools: () => listTools(client),
    callTool: (name, given, { onProgress, timeoutMs } = {}) =>
      client.callTool({ name, arguments: given }, undefined, {
        onprogress: onProgress,
        timeout: timeoutMs,
      }),
    close: () => client.close(),
  };
}

async function listTools(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools({ cursor }, { timeout: LONG_MS });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
