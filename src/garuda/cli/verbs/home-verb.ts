import type { CommandLine } from '../command-line.ts';
import type { Terminal } from '../terminal.ts';
import type { Outcome } from './verb.ts';

/** Something to do with what is kept here, for which no server is needed. */
export interface HomeVerb {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly summary: string;
  /** How the words behind it are written, a line for each way. */
  readonly forms: readonly string[];
  /** What the help of the verb adds. */
  readonly details: string;
  /** The options that it takes. */
  readonly options: readonly string[];
  /** @throws UsageError for words that it does not take */
  perform(command: HomeCommand): Promise<Outcome>;
}

/** What was typed behind the verb, and where. */
export interface HomeCommand {
  readonly words: readonly string[];
  readonly line: CommandLine;
  readonly terminal: Terminal;
  /** Tells something on stderr, for people. */
  readonly tell: (text: string) => void;
}
