import type { RegisteredServer } from '../definition.ts';
import { legalName, serverName } from '../server-name.ts';
import { parseDocument } from '../text/parse-document.ts';
import type { SourceText } from '../text/source-text.ts';
import { Spot } from '../text/spot.ts';
import { readMap } from '../text/strict-map.ts';
import { readActiveProfile, readProfiles, type Profiles } from './read-profiles.ts';
import { readServer, type FileOwner } from './read-server.ts';

/** The version in which files are saved. */
export const currentVersion = 2;

/** What a file of servers says. Only what was read without a fault counts. */
export interface RegistryFile {
  readonly servers: readonly RegisteredServer[];
  readonly profiles: Profiles;
  readonly activeProfile: string;
}

const nothing: RegistryFile = { servers: [], profiles: {}, activeProfile: 'default' };

const example = 'write { "servers": { "NAME": { "command": "…" } } }';
const usersFile = 'put it into your own file, ~/.garuda/mcp.json';
const usersKeys = ['profiles', 'activeProfile'];

/**
 * Reads the text of a file of servers; what is wrong with it is told to the source. Nothing but the text is looked at:
 * no variable, no other file, no network, and nothing is run.
 */
export function readFileText(source: SourceText, owner: FileOwner): RegistryFile {
  const node = parseDocument(source);
  if (node === undefined) return nothing;
  const isUser = owner.scope === 'user';
  const top = readMap(new Spot(node, '', source), {
    what: 'the file',
    example,
    keys: ['version', 'servers', 'mcpServers', ...(isUser ? usersKeys : [])],
    mistaken: {
      mcp: 'write "servers"',
      mcp_servers: 'write "servers"',
      inputs: 'write ${NAME} in "env", and set the variable',
    },
    misplaced: isUser
      ? {}
      : Object.fromEntries(
          usersKeys.map((key) => [key, ["a project's file may not have this key", usersFile]]),
        ),
  });
  if (top === undefined) return nothing;
  readVersion(top.get('version'));
  const servers = readServers(top, owner);
  const profiles = top.get('profiles');
  const found = profiles === undefined ? {} : readProfiles(profiles, [...namesIn(top)]);
  return {
    servers,
    profiles: found,
    activeProfile: readActiveProfile(top.get('activeProfile'), found),
  };
}

function readVersion(spot: Spot | undefined): void {
  if (spot === undefined) return;
  const value = spot.number();
  if (value === 1 || value === currentVersion) return;
  const instead = `write "version": ${currentVersion}`;
  if (value !== undefined && Number.isInteger(value) && value > currentVersion) {
    spot.fault(
      `this garuda-mcp reads versions up to ${currentVersion}, got ${value}`,
      'use a newer garuda-mcp',
    );
  } else if (/^"\d+"$/.test(spot.shown)) {
    spot.fault(
      `expected a number as version, got the text ${spot.shown}`,
      `${instead}, without quotation marks`,
    );
  } else spot.fault(`expected version 1 or ${currentVersion}, got ${spot.shown}`, instead);
}

function readServers(
  top: ReadonlyMap<string, Spot>,
  owner: FileOwner,
): readonly RegisteredServer[] {
  const both = top.get('servers');
  const alias = top.get('mcpServers');
  if (both !== undefined && alias !== undefined) {
    alias.fault(
      '"servers" and "mcpServers" mean the same, and the file has both',
      'put all servers into "servers"',
    );
  }
  return [both, alias].flatMap((spot) => (spot === undefined ? [] : readNamed(spot, owner)));
}

function readNamed(spot: Spot, owner: FileOwner): readonly RegisteredServer[] {
  const servers: RegisteredServer[] = [];
  for (const { name, at, value } of spot.members('a map from names to servers', example) ?? []) {
    if (!serverName.test(name))
      at.fault(
        'a name of a server is lower-case letters, digits and "_", at most 32',
        nameHint(name),
      );
    const server = readServer(name, value, owner);
    if (server !== undefined) servers.push(server);
  }
  return servers;
}

function nameHint(name: string): string | undefined {
  const legal = legalName(name);
  return legal === undefined ? undefined : `write "${legal}"`;
}

function namesIn(top: ReadonlyMap<string, Spot>): ReadonlySet<string> {
  return new Set([...(top.get('servers')?.keys() ?? []), ...(top.get('mcpServers')?.keys() ?? [])]);
}
