// Where a client spends its time in a case: `node bench/profile.mjs CASE CLIENT [FUNCTION…]`. Prints the share
// of each package and the functions with the most time of their own; for a FUNCTION, all under it too.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../test/referee/ensure-installed.mjs';
import { cases } from './cases.mjs';
import { clients } from './clients.mjs';
import { Profile } from './report/profile.mjs';
import { findModules } from './run/find-modules.mjs';
import { choosePlacement } from './run/placement.mjs';
import { runOnce } from './run/run-once.mjs';
import { tinyServer } from './run/tiny-server.mjs';

const INTERVAL_US = 200;
/** So many times the calls of the case, so that the start of the process is a small part. */
const TIMES = 5;
const SHOWN = 25;

const [caseName, clientName, ...functions] = process.argv.slice(2);
const kase = cases.find(({ name }) => name === caseName);
const client = clients.find(({ name }) => name === clientName);
if (kase === undefined || client === undefined) {
  const list = (all) => all.map(({ name }) => name).join(', ');
  console.error('usage: node bench/profile.mjs CASE CLIENT [FUNCTION…]');
  console.error(`  CASE one of ${list(cases)}\n  CLIENT one of ${list(clients)}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
try {
  const outcome = await runProfiled();
  if ('error' in outcome) throw new Error(outcome.error);
  print(readProfile());
} finally {
  rmSync(folder, { recursive: true });
}

async function runProfiled() {
  if (client.modules !== undefined) await ensureInstalled();
  const { count } = kase.params ?? {};
  const longer = { ...kase, params: { ...kase.params, ...(count && { count: count * TIMES }) } };
  return await runOnce(longer, client, {
    placement: choosePlacement(0),
    modules: findModules(client.modules ?? []),
    tinyServer: tinyServer().program,
    nodeFlags: ['--cpu-prof', `--cpu-prof-interval=${INTERVAL_US}`, `--cpu-prof-dir=${folder}`],
  });
}

/** The server's profile may stand beside the client's, where that starts it with its own flags: it is the later one. */
function readProfile() {
  const [file] = readdirSync(folder).toSorted();
  return new Profile(JSON.parse(readFileSync(join(folder, file), 'utf8')));
}

function print(profile) {
  console.log(`${kase.name}, ${client.name}: ${(profile.totalUs / 1e6).toFixed(2)} s of work`);
  const share = (us) => `${((100 * us) / profile.totalUs).toFixed(1).padStart(5)} %`;
  for (const [name, us] of profile.byOrigin().slice(0, SHOWN)) console.log(share(us), name);
  console.log('functions, by the time of their own');
  for (const [name, us] of profile.byFunction().slice(0, SHOWN)) console.log(share(us), name);
  if (functions.length > 0) console.log('with all under them');
  for (const name of functions) console.log(share(profile.under(name)), name);
}
