import { isIP } from 'node:net';
import { kindOfAddress } from '../../../oauth/node/index.ts';
import type { ServerScope } from '../definition.ts';

/** What is wrong with a URL, and what to write in its place where that can be told. */
export type UrlFault = readonly [problem: string, instead?: string];

/**
 * What keeps a URL from being that of a server. No part of it that can hold a secret is shown.
 *
 * A host that is an address is compared as the URL standard writes it: `0x7f.1`, `2130706433` and
 * `[::ffff:127.0.0.1]` are all this machine.
 */
export function urlFault(text: string, scope: ServerScope): UrlFault | undefined {
  if (/[\s\p{Cc}]/u.test(text))
    return ['the URL has a blank or a control character in it', 'write it without'];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return noWebUrl(text);
  if (url.username !== '' || url.password !== '') {
    const instead = scope === 'user' ? 'write it in "headers" or "bearerEnv"' : 'leave them out';
    return ['the URL has a user name or password in it', instead];
  }
  if (text.includes('#'))
    return ['the URL has a fragment, which no server ever sees', 'leave out # and what follows'];
  const isHere = isLocalHost(url.hostname);
  if (scope === 'project') return projectFault(url, isHere);
  if (url.protocol === 'https:' || isHere) return undefined;
  return ['http:// is only for localhost, got another machine', 'write https://'];
}

/** Whether a host name can only be resolved within a network of one's own. */
export function isInsideName(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (isIP(host) !== 0 || host.startsWith('[')) return false;
  return !host.includes('.') || /\.(?:local|internal|lan|intranet|home\.arpa)$/.test(host);
}

function projectFault(url: URL, isHere: boolean): UrlFault | undefined {
  const usersFile = 'put this server into your own file, ~/.garuda/mcp.json';
  if (isHere) return ["a project's server may not be on this machine", usersFile];
  const address = addressOf(url.hostname);
  if (address !== undefined && kindOfAddress(address) !== 'public') {
    return ["a project's server must be at a public address", usersFile];
  }
  if (url.protocol === 'https:') return undefined;
  return ["a project's server must be at an https:// URL, got http://", 'write https://'];
}

function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = addressOf(host);
  return address !== undefined && kindOfAddress(address) === 'loopback';
}

function addressOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(bare) === 0 ? undefined : bare;
}

function noWebUrl(text: string): UrlFault {
  const problem = 'expected a URL that begins with https://';
  if (/^wss?:/i.test(text))
    return [`${problem}, got a WebSocket`, 'give the URL of its Streamable HTTP endpoint'];
  const isHost = /^(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:\/|$)/.test(text);
  return [
    problem,
    isHost ? `write "https://${hostOf(text)}…"` : 'such as "https://mcp.example.com/mcp"',
  ];
}

/** Without what can hold a secret. */
function hostOf(text: string): string {
  return text.replace(/[/?#].*$/, '').slice(0, 100);
}
