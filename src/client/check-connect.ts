import {
  isRevision,
  ProtocolError,
  revisions,
  type Implementation,
  type Target,
} from '../protocol/index.ts';
import { checkCache } from './cache/cache-options.ts';
import { faultOfOptions } from './check-options.ts';
import type { ConnectOptions } from './options.ts';
import type { Tracer } from './trace/tracer.ts';

/** @throws ProtocolError `INVALID_ARGUMENT` for what a caller without types may have given */
export function checkConnect(target: Target, me: Implementation, options: ConnectOptions): void {
  checkTarget(target);
  checkImplementation(me, target);
  checkRevision(options?.revision, target);
  const fault = faultOfOptions(options, target.label);
  if (fault !== undefined) throw fault;
  checkHandlers(options, target);
  checkCache(options.cache, target.label);
  checkTracer(options.trace, target);
  checkRestart(options.restart, target);
}

/** An address is the first thing that comes to mind, and is none. */
function checkTarget(target: unknown): void {
  if (typeof (target as Partial<Target> | null | undefined)?.open === 'function') return;
  const words = 'the first argument must be a server: http(url) or stdio({ command })';
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: 'connect()' });
}

/** A wish that no server can fulfil must not become the server's fault. */
function checkRevision(wish: unknown, target: Target): void {
  if (wish === undefined || wish === 'auto' || wish === 'legacy' || isRevision(wish)) return;
  const words = `revision must be 'auto', 'legacy' or one of ${revisions.join(', ')}`;
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
}

/** The name and version of this client must be there: servers refuse a client without. */
function checkImplementation(me: Implementation, target: Target): void {
  if (typeof me?.name === 'string' && me.name !== '' && typeof me.version === 'string') return;
  const words = 'connect: the second argument must be { name, version }, both strings';
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
}

const handlers = [
  'onElicit',
  'onElicitUrl',
  'onSample',
  'onListRoots',
  'onLog',
  'onReport',
] as const;

/** What is declared to a server because of it must be there when the server asks. */
function checkHandlers(options: ConnectOptions, target: Target): void {
  for (const name of handlers) {
    const handler: unknown = options[name];
    if (handler === undefined || typeof handler === 'function') continue;
    const words = `${name} must be a function, and is a value of type ${typeof handler}`;
    throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
  }
}

function checkTracer(tracer: Partial<Tracer> | null | undefined, target: Target): void {
  if (tracer === undefined) return;
  if (typeof tracer?.begin === 'function' && typeof tracer.active === 'function') return;
  const words = 'trace must be a tracer, such as openTelemetry(…) gives';
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
}

function checkRestart(restart: unknown, target: Target): void {
  if (restart === undefined || typeof restart === 'boolean') return;
  const words = `restart must be true or false, and is a value of type ${typeof restart}`;
  throw new ProtocolError('INVALID_ARGUMENT', words, { server: target.label });
}
