import { createReadStream } from 'node:fs';
import { quoteWord } from '../../wording/quote-word.ts';
import { UsageError } from '../usage-error.ts';

/** More than any server takes in one message. */
const mostBytes = 64 * 1024 * 1024;

/** The whole text of a file. @throws UsageError */
export async function readFileText(path: string, signal: AbortSignal): Promise<string> {
  return await readText(createReadStream(path, { signal }), `the file ${quoteWord(path)}`);
}

/** The whole text of the standard input. @throws UsageError */
export async function readStdinText(signal: AbortSignal): Promise<string> {
  const stop = (): void => void process.stdin.destroy();
  signal.addEventListener('abort', stop, { once: true });
  return await readText(process.stdin, 'the standard input');
}

async function readText(stream: AsyncIterable<unknown>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
      if (bytes > mostBytes) break;
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new UsageError(`${name} cannot be read: ${reasons[code] ?? code}`);
  }
  if (bytes > mostBytes) throw new UsageError(`${name} holds more than ${mostBytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new UsageError(`${name} is no UTF-8 text`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};
