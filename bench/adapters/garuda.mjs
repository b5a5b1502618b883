// This project's client, by the doors of the built package. Over HTTP it takes its own way on Node.js: undici.
let doors;

export async function load(way) {
  doors = await import('garuda-mcp');
  if (way === 'stdio') doors = { ...doors, ...(await import('garuda-mcp/stdio')) };
}

export async function connect(server) {
  const { way, command, args, url, era, fetch, onNotification } = server;
  const target =
    way === 'stdio'
      ? doors.stdio({ command, args })
      : doors.http(url, fetch === undefined ? {} : { fetch });
  const client = await doors.connect(
    target,
    { name: 'bench', version: '1.0.0' },
    {
      revision: era === 'modern' ? '2026-07-28' : era,
      limits: { maxMessageBytes: 2 ** 30 },
      ...(onNotification !== undefined && { onLog: onNotification }),
    },
  );
  return {
    listTools: () => client.listTools(),
    callTool: (name, given, options) => client.callTool(name, given, options),
    close: () => client.close(),
  };
}
