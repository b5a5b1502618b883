import { ProtocolError, type ServerCapabilities } from '../protocol/index.ts';
import type { ServerDescription } from './server-description.ts';

/** What a server of the legacy era must have declared before a method may be used. */
const needed: Readonly<Record<string, readonly [keyof ServerCapabilities, string?]>> = {
  'tools/list': ['tools'],
  'tools/call': ['tools'],
  'resources/list': ['resources'],
  'resources/templates/list': ['resources'],
  'resources/read': ['resources'],
  'resources/subscribe': ['resources', 'subscribe'],
  'resources/unsubscribe': ['resources', 'subscribe'],
  'prompts/list': ['prompts'],
  'prompts/get': ['prompts'],
  'completion/complete': ['completions'],
  'logging/setLevel': ['logging'],
  'tasks/get': ['tasks'],
  'tasks/result': ['tasks'],
  'tasks/cancel': ['tasks', 'cancel'],
};

/**
 * Why a method may not be used: its server did not declare it. In the modern era a server is just
 * asked, since it may be known without its capabilities.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation | Operation}
 */
export function faultOfOffer(
  server: ServerDescription,
  method: string,
  label: string,
): ProtocolError | undefined {
  if (server.era === 'modern') return undefined;
  const need = needed[method];
  if (need === undefined || isDeclared(server, need)) return undefined;
  const words = `${method} is not used: the server did not declare ${need.join('.')}`;
  return new ProtocolError('NOT_SUPPORTED', words, { server: label, method });
}

function isDeclared(
  { capabilities, revision }: ServerDescription,
  [name, member]: readonly [keyof ServerCapabilities, string?],
): boolean {
  // A server of 2024-11-05 completes without saying so: that revision has no such capability.
  if (name === 'completions' && revision === '2024-11-05') return true;
  const declared: unknown = capabilities[name];
  if (typeof declared !== 'object' || declared === null) return false;
  if (member === undefined) return true;
  const part = (declared as Readonly<Record<string, unknown>>)[member];
  return part === true || (typeof part === 'object' && part !== null);
}
