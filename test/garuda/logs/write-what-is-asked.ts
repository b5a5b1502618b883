import { createInterface } from 'node:readline';
import { McpLog } from '../../../src/garuda/logs/index.ts';

/** For each number on a line of stdin: writes an entry of so many characters, and says what came of it. */
let said = 'written';
const log = new McpLog({
  folder: process.argv[2] ?? '',
  name: 'shared',
  onTrouble: (error) => {
    said = String((error as NodeJS.ErrnoException).code ?? error);
  },
});
for await (const size of createInterface(process.stdin)) {
  said = 'written';
  log.write({ server: 'a', level: 'info', data: 'x'.repeat(Number(size)) });
  await log.flush();
  process.stdout.write(`${said}\n`);
}
await log.close();
