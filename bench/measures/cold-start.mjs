// From the start of a process to the first list of tools. Who starts this process times the whole
// (processMs); these are its parts.
import { rssMb } from './meter.mjs';

export async function measure({ load, connect }) {
  const start = performance.now();
  await load();
  const loaded = performance.now();
  const client = await connect();
  const connected = performance.now();
  const tools = await client.listTools();
  if (tools.length === 0) throw new Error('expected a list of tools, got none');
  return {
    importMs: loaded - start,
    connectMs: connected - loaded,
    listMs: performance.now() - connected,
    rssMb: rssMb(),
  };
}
