import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../environment.ts';

/** The applications whose servers can be taken over. @public */
export type ImportedApplication =
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vscode'
  | 'windsurf'
  | 'codex'
  | 'opencode';

/** How an application writes its servers down. */
export interface ApplicationForm {
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The files of the user in which it looks, the first ones first. */
  readonly files: (place: MachinePlace) => readonly string[];
  /** The keys below which the servers stand: every one of these that is there. */
  readonly lists: (projectRoot: string) => readonly (readonly string[])[];
  /** How a variable is written in a value; what is not among these is text. */
  readonly variables: readonly VariableForm[];
}

/** A way of writing a variable. */
export type VariableForm = '${NAME}' | '${env:NAME}' | '{env:NAME}';

/** Where the files of applications are. */
export interface MachinePlace {
  readonly platform: string;
  readonly home: string;
  readonly environment: Environment;
}

/** This machine. */
export function machinePlace(environment: Environment): MachinePlace {
  return { platform: process.platform, home: homedir(), environment };
}

export const applications: Readonly<Record<ImportedApplication, ApplicationForm>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    files: (place) => [join(settingsFolder(place), 'Claude', 'claude_desktop_config.json')],
    lists: () => [['mcpServers']],
    variables: [],
  },
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    files: ({ home, environment }) => [
      join(environment['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
    ],
    // What a person added for one project stands in their own file, below the project's folder.
    lists: (projectRoot) => [['mcpServers'], ['projects', projectRoot, 'mcpServers']],
    variables: ['${NAME}'],
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    files: ({ home }) => [join(home, '.cursor', 'mcp.json')],
    lists: () => [['mcpServers']],
    variables: ['${env:NAME}'],
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    files: (place) => {
      const folder = join(settingsFolder(place), 'Code', 'User');
      return [join(folder, 'mcp.json'), join(folder, 'settings.json')];
    },
    lists: () => [['servers'], ['mcp', 'servers'], ['mcp.servers']],
    variables: ['${env:NAME}'],
  },
  windsurf: {
    title: 'Windsurf',
    format: 'json',
    files: ({ home }) => [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    lists: () => [['mcpServers']],
    variables: ['${env:NAME}'],
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    files: ({ home, environment }) => [
      join(environment['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
    ],
    lists: () => [['mcp_servers']],
    variables: [],
  },
  opencode: {
    title: 'OpenCode',
    format: 'json',
    files: ({ home, environment }) => {
      const folder = join(environment['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode');
      return ['opencode.jsonc', 'opencode.json', 'config.json'].map((name) => join(folder, name));
    },
    // Its second version has a level more; one that is called `servers` there is no server here.
    lists: () => [['mcp', 'servers'], ['mcp']],
    variables: ['{env:NAME}'],
  },
};

/** Where desktop applications keep their settings. */
function settingsFolder({ platform, home, environment }: MachinePlace): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
}
