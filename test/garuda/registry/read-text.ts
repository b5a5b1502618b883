import type { RegistryFault } from '../../../src/garuda/registry/fault.ts';
import { readFileText, type RegistryFile } from '../../../src/garuda/registry/reading/read-file.ts';
import type { FileOwner } from '../../../src/garuda/registry/reading/read-server.ts';
import { SourceText } from '../../../src/garuda/registry/text/source-text.ts';

/** What a text says as the user's file, or as a project's at `/work/birds`. */
export interface Read {
  readonly file: RegistryFile;
  readonly faults: readonly RegistryFault[];
  readonly notices: readonly string[];
}

const owners: Readonly<Record<FileOwner['scope'], FileOwner>> = {
  user: { scope: 'user', file: '/home/me/.garuda/mcp.json' },
  project: { scope: 'project', file: '/work/birds/.garuda/mcp.json', root: '/work/birds' },
};

export function readText(text: string, scope: FileOwner['scope'] = 'user'): Read {
  const source = new SourceText(owners[scope].file, text);
  const file = readFileText(source, owners[scope]);
  return { file, faults: source.faults, notices: source.notices };
}

/** The same for the value of a file that has no comments. */
export function readValue(value: object, scope: FileOwner['scope'] = 'user'): Read {
  return readText(JSON.stringify(value, null, 2), scope);
}

/** The same for one server of the name `a`. */
export function readServer(server: object, scope: FileOwner['scope'] = 'user'): Read {
  return readValue({ servers: { a: server } }, scope);
}
