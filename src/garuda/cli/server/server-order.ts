import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandLine } from '../command-line.ts';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';
import { readHeaders } from './header-option.ts';
import type { ServerPlace } from './server-place.ts';
import { showUrl } from './show-url.ts';
import type { Environment } from '../../environment.ts';
import { readBearerToken, readVariables } from './variable-option.ts';

/** A server and all that is needed to open it. */
export type ServerOrder =
  | {
      readonly kind: 'url';
      readonly url: URL;
      readonly headers: Readonly<Record<string, string>>;
      readonly bearerToken: string | undefined;
      readonly allowInsecureHttp: boolean;
      /** Whether the person signs in with OAuth where the server wants that: not with credentials of their own. */
      readonly maySignIn: boolean;
      readonly noBrowser: boolean;
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string | undefined;
    }
  | {
      readonly kind: 'registered';
      readonly name: string;
      readonly noBrowser: boolean;
    };

/** Reads the options that belong to the server. @throws UsageError */
export function readServerOrder(
  place: ServerPlace,
  line: CommandLine,
  environment: Environment,
): ServerOrder {
  if (place.kind === 'registered') {
    return { ...place, noBrowser: line.flags.has('no-browser') };
  }
  if (place.kind === 'command') {
    const env = readVariables(line.values.get('env') ?? [], environment);
    return { ...place, env, cwd: readFolder(line.values.get('cwd')?.[0]) };
  }
  const headers = readHeaders(line.values.get('header') ?? []);
  const name = line.values.get('bearer-env')?.[0];
  const hasOwn = [...headers.keys()].some((key) => /^authorization$/i.test(key));
  if (name !== undefined && hasOwn) {
    throw new UsageError('--bearer-env and --header Authorization say the same thing; give one');
  }
  return {
    kind: 'url',
    url: parseUrl(place.url),
    headers: Object.fromEntries(headers),
    bearerToken: name === undefined ? undefined : readBearerToken(name, environment),
    allowInsecureHttp: line.flags.has('allow-insecure-http'),
    maySignIn: name === undefined && !hasOwn,
    noBrowser: line.flags.has('no-browser'),
  };
}

/** What the options say in confidence: header values, the token, the values of variables. */
export function secretsOf(order: ServerOrder): readonly string[] {
  if (order.kind === 'registered') return [];
  if (order.kind === 'command') return Object.values(order.env);
  const { headers, bearerToken } = order;
  return [...Object.values(headers), ...(bearerToken === undefined ? [] : [bearerToken])];
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = showUrl(text);
  if (url === undefined) throw new UsageError(`the server's URL ${shown} is not a URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`the server's URL ${shown} must begin with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') {
    const instead = 'use --bearer-env or --header, which stay out of messages';
    throw new UsageError(`the server's URL ${shown} holds a user name or password; ${instead}`);
  }
  if (text.includes('#')) {
    throw new UsageError(
      `the server's URL ${shown} has a fragment (#…), which no server ever sees`,
    );
  }
  return url;
}

function readFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const why = folderFault(folder);
  if (why === undefined) return resolve(folder);
  throw new UsageError(`--cwd ${quoteWord(folder)}: ${why}`);
}

function folderFault(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found === undefined) return 'there is no such folder';
    return found.isDirectory() ? undefined : 'that is no folder';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOTDIR' ? 'there is no such folder' : `it cannot be looked at (${code})`;
  }
}
