import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';

/**
 * Runs a fixture server the way its command line asks: over stdio, or with `--http PORT` over
 * Streamable HTTP at `/mcp` on loopback. Port 0 takes a free one; the line
 * `listening on URL` on stdout tells which.
 *
 * @param {{
 *   stdio: () => unknown,
 *   http: () => (request: import('node:http').IncomingMessage,
 *                response: import('node:http').ServerResponse) => unknown,
 * }} ways
 */
export function serve({ stdio, http }) {
  const [flag, port, ...rest] = process.argv.slice(2);
  if (flag === undefined) {
    void stdio();
  } else if (flag === '--http' && /^\d{1,5}$/.test(port ?? '') && rest.length === 0) {
    listen(Number(port), http());
  } else {
    console.error(`expected no argument or --http PORT, got: ${process.argv.slice(2).join(' ')}`);
    process.exitCode = 2;
  }
}

function listen(port, handle) {
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (new URL(request.url, 'http://127.0.0.1').pathname === '/mcp') handle(request, response);
    else response.writeHead(404).end();
  });
  server.on('error', (error) => {
    console.error(`cannot listen on port ${port}: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}/mcp`);
  });
}
