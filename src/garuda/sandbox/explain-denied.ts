import type { LocalServer } from '../registry/definition.ts';

/** Programs that have to reach the network, and to write what they have got. */
const downloaders = /^(?:npx|npm|pnpm|pnpx|yarn|bunx|bun|uvx|uv|pipx|deno)$/u;

/** Where they write it, from the home folder. */
const caches: Readonly<Record<string, string>> = {
  npx: '~/.npm',
  npm: '~/.npm',
  uvx: '~/.cache/uv',
  uv: '~/.cache/uv',
  bunx: '~/.bun',
  bun: '~/.bun',
};

const writeFault = /EROFS|read-only file system|EACCES|permission denied/iu;
const networkFault =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|ENETDOWN|getaddrinfo|network is unreachable|could not resolve|name resolution|dns error/iu;

/**
 * What a server that ended early was not granted, by what it said on stderr: its sandbox does not tell it why something
 * fails.
 */
export function explainDenied(
  stderr: readonly string[],
  { command, network }: Pick<LocalServer, 'command' | 'network'>,
): string | undefined {
  const said = stderr.join('\n');
  const program = command.split('/').at(-1) ?? '';
  const lacksNetwork = !network && networkFault.test(said);
  const lacksPath = writeFault.test(said);
  if (!lacksNetwork && !lacksPath) return undefined;
  if (downloaders.test(program)) return needsBoth(program);
  const path = /'(\/[^']+)'|"(\/[^"]+)"|(\/[^\s:,'"]+)/u
    .exec(linesWith(stderr, writeFault))
    ?.slice(1)
    .find(Boolean);
  const grants = [
    ...(lacksNetwork ? ['"network": true'] : []),
    ...(lacksPath
      ? [`a write path${path === undefined ? '' : ` for ${path}`} ("writePaths")`]
      : []),
  ];
  return `in the sandbox it seems to need ${grants.join(' and ')}`;
}

/**
 * The same of a server that was given up because it did not start in time: who waits for a network that is not there says
 * nothing for long.
 */
export function explainSilence({
  command,
  network,
}: Pick<LocalServer, 'command' | 'network'>): string | undefined {
  const program = command.split('/').at(-1) ?? '';
  return !network && downloaders.test(program) ? needsBoth(program) : undefined;
}

function needsBoth(program: string): string {
  const cache = caches[program] ?? 'its cache';
  return `in the sandbox ${program} needs both "network": true and a write path for what it downloads ("writePaths": ["${cache}"])`;
}

function linesWith(lines: readonly string[], fault: RegExp): string {
  return lines.filter((line) => fault.test(line)).join('\n');
}
