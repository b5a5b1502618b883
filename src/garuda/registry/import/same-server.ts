import { isDeepStrictEqual } from 'node:util';
import type { RegisteredServer } from '../definition.ts';
import { readFileText } from '../reading/read-file.ts';
import type { WrittenServer } from '../saving/edit-text.ts';
import { SourceText } from '../text/source-text.ts';

/** Whether a server of the registry is what this one would be, whatever it is called and granted. */
export function sameServer(registered: RegisteredServer, written: WrittenServer): boolean {
  const source = new SourceText('', JSON.stringify({ servers: { a: written } }));
  const [other] = readFileText(source, { scope: 'user', file: '' }).servers;
  return (
    other !== undefined &&
    registered.scope === 'user' &&
    isDeepStrictEqual(essence(registered), essence(other))
  );
}

function essence(server: RegisteredServer): object {
  if (server.kind === 'remote')
    return { url: server.url, headers: server.headers, bearerEnv: server.bearerEnv };
  return {
    command: server.command,
    args: server.args,
    env: server.env,
    cwd: server.cwd,
    runtime: server.runtime.kind,
  };
}
