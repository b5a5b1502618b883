import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const official = (name) => here(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const node = (...args) => ({ command: process.execPath, args, env: {} });

/** The fixtures that speak both over stdio and over HTTP. */
const FIXTURES = ['modern-only', 'legacy-only', 'both-eras'];

/** How to start each server over stdio. The nested package must be installed. */
export const servers = {
  everything: node(official('everything'), 'stdio'),
  playwright: node(here('node_modules/@playwright/mcp/cli.js'), '--headless', '--isolated'),
  'modern-only': node(here('servers/modern-only.mjs')),
  'legacy-only': node(here('servers/legacy-only.mjs')),
  'both-eras': node(here('servers/both-eras.mjs')),
  'exits-on-probe': node(here('servers/exits-on-probe.mjs')),
};

/** The official server for files: it may touch what is below `folder`. */
export function filesystemServer(folder) {
  return node(official('filesystem'), folder);
}

/** The official server that remembers, in `file`; without one it would write into its own package. */
export function memoryServer(file) {
  return { ...node(official('memory')), env: { MEMORY_FILE_PATH: file } };
}

/** The servers that `startHttpServer` knows. */
export const httpServerNames = ['everything', ...FIXTURES];

/** How to start a server over Streamable HTTP; port 0 is any free one, but not for `everything`. */
export function httpServer(name, port) {
  if (name === 'everything') {
    return { ...node(official('everything'), 'streamableHttp'), env: { PORT: String(port) } };
  }
  if (FIXTURES.includes(name)) return node(here(`servers/${name}.mjs`), '--http', String(port));
  throw new Error(`expected one of ${httpServerNames.join(', ')}, got ${name}`);
}
