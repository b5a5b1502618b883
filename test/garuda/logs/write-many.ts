import { McpLog } from '../../../src/garuda/logs/index.ts';

/** Writes entries of its own number into a log that others write to as well. */
const [folder = '', who = '', count = '0', maxBytes = '5000000'] = process.argv.slice(2);
const log = new McpLog({
  folder,
  name: 'shared',
  maxBytes: Number(maxBytes),
  keep: 1_000,
  maxWaiting: Number(count),
  onTrouble: (error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
});
for (let entry = 0; entry < Number(count); entry += 1) {
  log.write({ server: who, level: 'info', data: { entry, text: 'x'.repeat(entry % 700) } });
  // Gives way to the disk, and so to the other processes.
  if (entry % 40 === 0) await new Promise((resolve) => setImmediate(resolve));
}
await log.close();
