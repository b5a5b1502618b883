import { createRequire } from 'node:module';

/** The version of this package: by its own name, since the sources and the bundle lie at different depths. */
export function packageVersion(): string {
  const load = createRequire(import.meta.url);
  const { version } = load('garuda-mcp/package.json') as { readonly version: string };
  return version;
}
