#!/usr/bin/env node
import { exitCodes } from './exit-codes.ts';
import { nodeTerminal } from './node/node-terminal.ts';
import { run } from './run.ts';

// A fault of this program is told in a line, as every other failure is; servers are stopped at exit.
process.on('uncaughtException', (error) => {
  process.stderr.write(`garuda-mcp: a fault of garuda-mcp itself: ${error.message}\n`);
  process.exit(exitCodes.failed);
});

// Everything is written and every server is closed by now; what a server left behind (a socket, a
// timer) must not hold up whoever waits for the exit code.
process.exit(await run(process.argv.slice(2), nodeTerminal()));
