/** Programs that run another one, named by the first argument behind these options. */
const runners: Readonly<Record<string, readonly string[]>> = {
  npx: ['-y', '--yes', '-q', '--quiet', '--'],
  bunx: ['--bun', '--silent', '--'],
  uvx: ['-q', '--quiet'],
  node: ['--enable-source-maps', '--no-warnings'],
  tsx: [],
  bun: ['run'],
  deno: ['run', '-A', '--allow-all', '-q', '--quiet'],
  python: ['-u', '-m'],
  python3: ['-u', '-m'],
};

const longestLabel = 40;

/**
 * A short name for a server: that of its program, or of what a well-known runner runs. Only options
 * without a value are stepped over, so that no value, which may be a secret, becomes a name.
 */
export function labelOf(command: string, args: readonly string[]): string {
  const program = baseName(command);
  const options = runners[program];
  const named = options && args.find((each) => !options.includes(each));
  const isName = named !== undefined && /^[@\w./\\][^\s=?#:;]*$/.test(named);
  const label = isName ? packageName(baseName(named)) : program;
  return (label === '' ? 'server' : label).slice(0, longestLabel);
}

function baseName(path: string): string {
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return name.replace(/\.(exe|cmd|bat|com|m?js|cjs|m?ts|py)$/i, '');
}

/** Without the version. */
function packageName(name: string): string {
  return name.replace(/(?<=.)@.*$/, '');
}
