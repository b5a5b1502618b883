/**
 * Servers that run as a child process of this program: on Node.js, Bun and Deno.
 *
 * @packageDocumentation
 */
import type { Target } from '../protocol/index.ts';
import type { StdioOptions } from './stdio/options.ts';
import { stdioTarget } from './stdio/target.ts';

export type { StdioOptions } from './stdio/options.ts';

/**
 * A server that is started with a command and speaks over its stdin and stdout.
 *
 * Each connection starts a process of its own, in a session and process group of its own, and stops
 * that whole group when it is closed: the end of stdin, SIGTERM, SIGKILL. It inherits only a list of
 * environment variables and whatever `env` and `inheritEnv` name. When this program ends without
 * having closed the connection (`process.exit`, an uncaught exception, the end of its work) the
 * group is stopped as well; when a signal ends this program by default, the server sees no more than
 * the end of its stdin.
 *
 * The plans for Windows (batch files, `PATHEXT`, `taskkill`) are tested as plans and have not been
 * run on Windows.
 *
 * @throws ProtocolError `INVALID_ARGUMENT` for an option that cannot be meant
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio | MCP over stdio}
 * @public
 */
export function stdio(options: StdioOptions): Target {
  return stdioTarget(options);
}
