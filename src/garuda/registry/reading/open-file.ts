import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { RegistryFault } from '../fault.ts';
import { decodeText } from '../text/decode-text.ts';

/** More than any list of servers that people write. */
const usualBytes = 1024 * 1024;

/** What stands in a file; `undefined` for one that is not there. */
export type FileText =
  | { readonly ok: true; readonly text: string | undefined; readonly path: string }
  | { readonly ok: false; readonly fault: RegistryFault };

/** What is asked of a file. */
export interface OpenOptions {
  /** A folder out of which no link may lead. */
  readonly within?: string | undefined;
  readonly mostBytes?: number;
}

/**
 * Reads a file of servers. What is no ordinary file is not waited for: a pipe in a project would never end.
 */
export async function openFile(file: string, options: OpenOptions = {}): Promise<FileText> {
  const { within, mostBytes = usualBytes } = options;
  try {
    const path = await realpath(file);
    if (within !== undefined && leadsOut(await realpath(within), path)) {
      return refuse(file, "a link leads out of the project's root", 'put the file itself there');
    }
    const bytes = await readBounded(path, mostBytes);
    if (bytes === 'no-file')
      return refuse(
        file,
        'expected a file, got a folder or a device',
        'write the servers into a file of this name',
      );
    if (bytes === 'too-large') return refuse(file, `expected at most ${mostBytes} bytes, got more`);
    const decoded = decodeText(bytes);
    if (decoded.ok) return { ok: true, text: decoded.text, path };
    const { line, problem, instead } = decoded;
    return { ok: false, fault: { file, line, column: 1, key: '', problem, instead } };
  } catch (error) {
    const { code = 'no code' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { ok: true, text: undefined, path: file };
    return refuse(file, `the file cannot be read (${code})`, advice.get(code));
  }
}

const advice: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'give yourself the right to read it'],
  ['EPERM', 'give yourself the right to read it'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENOTDIR', 'a part of its path is no folder'],
]);

function refuse(file: string, problem: string, instead?: string): FileText {
  return {
    ok: false,
    fault: { file, line: undefined, column: undefined, key: '', problem, instead },
  };
}

function leadsOut(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

// Not every system has these. The path is one without links, and a link that was put there since is none of ours.
const nonBlocking = constants.O_NONBLOCK ?? 0;
const noLink = constants.O_NOFOLLOW ?? 0;

async function readBounded(
  path: string,
  mostBytes: number,
): Promise<Uint8Array | 'no-file' | 'too-large'> {
  const file = await open(path, constants.O_RDONLY | nonBlocking | noLink);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return 'no-file';
    if (stats.size > mostBytes) return 'too-large';
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of file.createReadStream({
      autoClose: false,
    }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > mostBytes) return 'too-large';
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}
