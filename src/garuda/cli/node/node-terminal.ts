import { packageVersion } from '../../host/package-version.ts';
import type { Terminal } from '../terminal.ts';
import { askPerson } from './ask-person.ts';
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
    ask: hasPerson()
      ? (question, signal) => askPerson(question, eitherOf(interruption.signal, signal))
      : undefined,
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

function eitherOf(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}
