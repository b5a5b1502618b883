// The official client: @modelcontextprotocol/client.
const LONG_MS = 600_000;

let sdk;

export async function load(way, modules) {
  sdk = await import(modules['@modelcontextprotocol/client']);
  if (way === 'stdio') {
    sdk = { ...sdk, ...(await import(modules['@modelcontextprotocol/client/stdio'])) };
  }
}

export async function connect(server) {
  const { way, command, args, url, era, fetch, onNotification } = server;
  const client = new sdk.Client(
    { name: 'bench', version: '1.0.0' },
    {
      capabilities: {},
      // Its default refuses a list of more than 64 pages.
      listMaxPages: 10_000,
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      ...(era === 'auto' && { versionNegotiation: { mode: 'auto' } }),
    },
  );
  if (onNotification !== undefined) {
    client.setNotificationHandler('notifications/message', onNotification);
  }
  // Its default ends the connection at a message of 10 MiB.
  const transport =
    way === 'stdio'
      ? new sdk.StdioClientTransport({ command, args, maxBufferSize: 2 ** 30 })
      : new sdk.StreamableHTTPClientTransport(new URL(url), { fetch });
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools(undefined, { timeout: LONG_MS })).tools,
    callTool: (name, given, options) =>
      client.callTool({ name, arguments: given }, options && toItsOptions(options)),
    close: () => client.close(),
  };
}

function toItsOptions({ onProgress, timeoutMs }) {
  return { onprogress: onProgress, timeout: timeoutMs };
}
