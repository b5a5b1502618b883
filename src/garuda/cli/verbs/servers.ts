import type { HomeVerb } from './home-verb.ts';

/** Keeps the list of servers. */
export const servers: HomeVerb = {
  name: 'servers',
  summary: 'list, add, remove or import the servers that can be used by name',
  forms: [
    'servers [list]',
    'servers add NAME [OPTIONS] URL',
    'servers add NAME [OPTIONS] -- COMMAND [ARG …]',
    'servers remove NAME',
    'servers import APPLICATION [--file FILE] [--yes]',
  ],
  details: [
    'The list is that of ~/.garuda/mcp.json (GARUDA_HOME moves the folder,',
    'GARUDA_MCP_CONFIG names the file), and of .garuda/mcp.json in the project.',
    'Only the first one is changed. --env NAME and ${NAME} in a value are read when',
    "a server starts; a header that begins with ! is a command's output.",
    '',
    'APPLICATION is claude-desktop, claude-code, cursor, vscode, windsurf, codex or',
    'opencode. Its own file is read, or the one that --file names; what would be',
    'added is shown first, and only added after a yes. Nothing is started.',
  ].join('\n'),
  options: [
    'json',
    'timeout',
    'header',
    'bearer-env',
    'env',
    'cwd',
    'network',
    'write-path',
    'file',
    'yes',
  ],
  async perform(command) {
    // What reads and writes files of servers is not loaded for anything else.
    const { performServers } = await import('./servers-perform.ts');
    return await performServers(command);
  },
};
