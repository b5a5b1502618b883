// The client of the AI SDK: @ai-sdk/mcp. It tells no progress and no log: each notification reaches its
// callback for errors.
let sdk;

export async function load(way, modules) {
  sdk = await import(modules['@ai-sdk/mcp']);
  if (way === 'stdio') sdk = { ...sdk, ...(await import(modules['@ai-sdk/mcp/mcp-stdio'])) };
}

export async function connect({ way, command, args, url, era, fetch, onNotification }) {
  const transport =
    way === 'stdio'
      ? new sdk.StdioMCPTransport({ command, args })
      : { type: 'http', url, ...(fetch !== undefined && { fetch }) };
  const client = await sdk.createMCPClient({
    transport,
    protocolVersionDiscovery: era === 'modern',
    onUncaughtError: (error) => onNotification?.(error),
  });
  return {
    listTools: () => listTools(client),
    callTool: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  };
}

async function listTools(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools({ params: cursor === undefined ? undefined : { cursor } });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
