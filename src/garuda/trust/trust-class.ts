import type { RegisteredServer, TrustClass } from '../registry/definition.ts';

const classes: ReadonlySet<string> = new Set<TrustClass>([
  'trusted_recipe',
  'trusted_local',
  'sandboxed_local',
  'remote_http',
  'blocked',
]);

/**
 * How far a server is trusted: as the user's file says, else by what it is. Nothing vouches for a project's server,
 * and one that is not there, or whose class nobody knows, is blocked.
 *
 * @public
 */
export function trustClassOf(server: RegisteredServer | undefined): TrustClass {
  if (server === undefined) return 'blocked';
  const named = server.trust?.class;
  if (named !== undefined && !classes.has(named)) return 'blocked';
  if (named === 'blocked') return 'blocked';
  const plain = server.kind === 'remote' ? 'remote_http' : 'sandboxed_local';
  if (server.scope === 'project') return plain;
  if (named !== undefined) return fits(named, server.kind) ? (named as TrustClass) : 'blocked';
  return isRecipe(server.source) ? 'trusted_recipe' : plain;
}

/** Whether a local server runs outside the sandbox: its user trusts it, and says so. */
export function runsBare(server: RegisteredServer): boolean {
  if (server.kind !== 'local' || server.sandbox === 'on') return false;
  const trust = trustClassOf(server);
  return trust === 'trusted_local' || trust === 'trusted_recipe';
}

/** A class for programs of this machine says nothing of a remote server, and the other way round. */
function fits(named: string, kind: RegisteredServer['kind']): boolean {
  if (named === 'trusted_recipe') return true;
  return (named === 'remote_http') === (kind === 'remote');
}

function isRecipe(source: string | undefined): boolean {
  return source !== undefined && /^recipe\b/u.test(source);
}
