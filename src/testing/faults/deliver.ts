import type { Clock } from '../../protocol/index.ts';
import type { Delivery, Wait } from './delivery.ts';
import type { Outlet } from './outlet.ts';
import { pieces } from './pieces.ts';

/** What an answer on its way may have to wait for. */
export interface Surroundings {
  readonly clock: Clock;
  /** Resolves when the test lets go what is held. */
  readonly released: () => Promise<void>;
  /** Resolves when another request is answered. */
  readonly nextAnswer: () => Promise<void>;
}

/** Lets an answer leave as it is planned. */
export async function deliver(
  delivery: Delivery,
  outlet: Outlet,
  around: Surroundings,
): Promise<void> {
  outlet.prepare(delivery);
  const { wait } = delivery;
  if (wait === 'for-ever') return;
  if (wait !== undefined) await waited(wait, around);
  await new Promise<void>((resolve, reject) => {
    outlet.exclusively(() => {
      if (delivery.flood === undefined && isAtOnce(delivery)) {
        outlet.write(bytesOf(delivery, outlet));
        outlet.done();
        return resolve();
      }
      return inPieces(delivery, outlet, around).then(resolve, reject);
    });
  });
}

function isAtOnce({ cuts, drip, end }: Delivery): boolean {
  return cuts.length === 0 && drip === undefined && end === undefined;
}

async function inPieces(delivery: Delivery, outlet: Outlet, around: Surroundings): Promise<void> {
  const { flood, drip, end, cuts } = delivery;
  if (flood !== undefined) await pour(flood, outlet, around);
  const bytes = bytesOf(delivery, outlet).subarray(0, end?.afterBytes);
  for (const piece of pieces(bytes, drip === undefined ? cuts : drip.bytes)) {
    outlet.write(piece);
    await (drip === undefined ? turn() : waited({ afterMs: drip.everyMs }, around));
    if (!outlet.isOpen) break;
  }
  if (end === undefined) outlet.done();
  else outlet.end(end);
}

const maxBacklog = 1024 * 1024;

/** Says notifications: so many, or without an end until the test releases it or nobody listens. */
async function pour(
  { count = Infinity, method = 'notifications/message', params }: NonNullable<Delivery['flood']>,
  outlet: Outlet,
  { released }: Surroundings,
): Promise<void> {
  const said = params ?? { level: 'info', data: 'flood' };
  const going = { on: true };
  if (count === Infinity) void released().then(() => (going.on = false));
  for (let n = 0; n < count && outlet.isOpen && going.on; n += 1) {
    outlet.write(
      Buffer.from(outlet.frame(JSON.stringify({ jsonrpc: '2.0', method, params: said }))),
    );
    // An endless one leaves room for everything else, and does not pile up.
    if (count === Infinity) await turn();
    while (outlet.backlog > maxBacklog && outlet.isOpen && going.on) await turn();
  }
}

function bytesOf({ noise, texts }: Delivery, outlet: Outlet): Uint8Array {
  const before = noise === '' ? '' : outlet.noise(noise);
  return Buffer.from(before + texts.map((text) => outlet.frame(text)).join(''));
}

function waited(
  wait: Exclude<Wait, 'for-ever'>,
  { clock, released, nextAnswer }: Surroundings,
): Promise<void> {
  if (wait === 'release') return released();
  if (wait === 'next-answer') return nextAnswer();
  return new Promise((resolve) => {
    clock.setTimer(resolve, wait.afterMs);
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
