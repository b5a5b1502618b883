import type { ServerScope } from '../registry/definition.ts';
import type { ServerState } from './server-state.ts';

/** How a server of the host stands, for a person. @public */
export interface ServerStatus {
  readonly name: string;
  readonly scope: ServerScope;
  readonly state: ServerState;
  /** Why, where the state alone does not say. Cleaned. */
  readonly why: string | undefined;
  /** How many tools it offers. */
  readonly tools: number;
  /** What a local server runs in, such as `bubblewrap`; `undefined` for a remote one. */
  readonly sandbox: string | undefined;
  /** Whether a local server may reach the network; a remote one is there. */
  readonly network: boolean;
  /** `undefined` for a local server. */
  readonly remote: { readonly url: string; readonly signedIn: boolean } | undefined;
}

/** A server's standing on one line, such as `remote https://mcp.example.com/mcp · signed in`. @public */
export function statusLine(status: ServerStatus): string {
  const { name, scope, state, why, tools, sandbox, network, remote } = status;
  const place =
    remote === undefined
      ? [`sandbox ${sandbox ?? 'none'}`, `network ${network ? 'on' : 'off'}`]
      : [`remote ${remote.url}`, remote.signedIn ? 'signed in' : 'no sign-in'];
  const count = `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
  const facts = [`${name} (${scope})`, state, count, ...place, ...(why === undefined ? [] : [why])];
  return facts.join(' · ');
}
