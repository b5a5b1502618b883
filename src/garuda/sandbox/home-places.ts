import { join } from 'node:path';

/** Where a home folder has programs and what they are made of, and nothing that is private. */
const tools = [
  '.local/bin',
  '.local/lib',
  '.local/share/uv',
  '.local/share/pipx',
  '.local/share/pnpm',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/pipx',
  '.nvm',
  '.fnm',
  '.volta',
  '.asdf',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.cargo/bin',
  '.bun/bin',
  '.bun/install/global',
  '.deno/bin',
  '.npm-global',
  'go/bin',
  'Library/pnpm',
];

/** Where a home folder has what nobody else may have. */
const secrets = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.netrc',
  '.npmrc',
  '.pypirc',
  '.pgpass',
  '.git-credentials',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.node_repl_history',
  '.config/gcloud',
  '.config/gh',
  '.config/git/credentials',
  '.config/op',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.mozilla',
  '.thunderbird',
  '.password-store',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.cargo/credentials.toml',
  '.terraform.d/credentials.tfrc.json',
  '.claude.json',
  '.codex/auth.json',
  'Library/Keychains',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
  'Library/Cookies',
];

/** Programs in a home folder: they can be read. */
export function toolPlaces(home: string): readonly string[] {
  return tools.map((path) => join(home, path));
}

/** Secrets in a home folder that can be written, since it is the project's root or was granted: they are hidden. */
export function secretPlaces(home: string | undefined): readonly string[] {
  return home === undefined ? [] : secrets.map((path) => join(home, path));
}
