const REVISION = '2026-07-28';
const META = 'io.modelcontextprotocol';
const ME = { name: 'stand-in', version: '1.0.0' };

/** Posts a request of the modern era to the server that the suite named. */
export async function post(method, params, clientInfo = ME) {
  const response = await fetch(process.argv.at(-1), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [`${META}/protocolVersion`]: REVISION,
          [`${META}/clientCapabilities`]: {},
          ...(clientInfo !== null && { [`${META}/clientInfo`]: clientInfo }),
        },
      },
    }),
  });
  await response.text();
}

export async function callAdd() {
  await post('tools/call', { name: 'add_numbers', arguments: { a: 2, b: 3 } });
}
