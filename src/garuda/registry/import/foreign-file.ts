import { getNodeValue } from 'jsonc-parser';
import { parse, TomlError } from 'smol-toml';
import { malformed } from '../fault.ts';
import { openFile } from '../reading/open-file.ts';
import { parseDocument } from '../text/parse-document.ts';
import { SourceText } from '../text/source-text.ts';

/** Applications keep much else in the same file. */
const mostBytes = 64 * 1024 * 1024;

/**
 * What the file of another application says; `undefined` for one that is not there.
 *
 * @throws RegistryError `MALFORMED`, which repeats nothing of the file
 */
export async function readForeignFile(file: string, format: 'json' | 'toml'): Promise<unknown> {
  const opened = await openFile(file, { mostBytes });
  if (!opened.ok) throw malformed([opened.fault]);
  return opened.text === undefined ? undefined : parseForeignText(file, opened.text, format);
}

function parseForeignText(file: string, text: string, format: 'json' | 'toml'): unknown {
  if (format === 'toml') return parseToml(file, text);
  const source = new SourceText(file, text);
  const node = parseDocument(source);
  if (source.faults.length > 0 || node === undefined) throw malformed(source.faults);
  return getNodeValue(node) as unknown;
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    // Its own words quote the line, which may hold a secret.
    const { line, column } =
      error instanceof TomlError ? error : { line: undefined, column: undefined };
    throw malformed([
      { file, line, column, key: '', problem: 'this is no TOML', instead: undefined },
    ]);
  }
}
