import { promises as readline } from 'node:readline';
import { packageVersion } from '../../host/package-version.ts';
import type { Terminal } from '../terminal.ts';
import { readFileText, readStdinText } from './bounded-text.ts';
import { SignalInterruption } from './signal-interruption.ts';
import { StreamSink } from './stream-sink.ts';

/** The terminal, or whatever else, that this process was started from. */
export function nodeTerminal(): Terminal {
  const interruption = new SignalInterruption();
  return {
    stdout: new StreamSink(process.stdout, 'stdout'),
    stderr: new StreamSink(process.stderr, 'stderr'),
    environment: process.env,
    folder: process.cwd(),
    interruption,
    ask: hasPerson() ? (question) => askLine(question, interruption.signal) : undefined,
    get version() {
      return packageVersion();
    },
    readFile: (path) => readFileText(path, interruption.signal),
    readStdin: () => readStdinText(interruption.signal),
  };
}

/** Both ways must lead to them: they read the question, and write the answer. */
function hasPerson(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

async function askLine(question: string, signal: AbortSignal): Promise<string> {
  const lines = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}
