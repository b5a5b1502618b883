import type { Client, RequestOptions } from '../../../client/index.ts';
import type { TextInput } from '../arguments/read-arguments.ts';
import type { Screen } from '../output/content-text.ts';

/** Something to do with a server. */
export interface Verb {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly summary: string;
  /** The words that it needs, in order. */
  readonly words: readonly VerbWord[];
  /** How the words behind those are written, where it takes any. */
  readonly more?: string;
  /** What the help of the verb adds. */
  readonly details?: string;
  /**
   * Reads the words, before anything is opened.
   *
   * @throws UsageError
   */
  prepare(words: readonly string[], input: TextInput): Action | Promise<Action>;
  /** Done in the place of that, without a connection, where the verb is only about the sign-in. */
  readonly withoutServer?: (account: Account) => Promise<Outcome>;
  /** Whether somebody is asked to sign in, though nobody may be at the terminal to see that. */
  readonly isSignIn?: true;
}

/** The person's sign-in to a server. */
export interface Account {
  readonly url: string;
  readonly signal: AbortSignal;
  signIn(signal: AbortSignal): Promise<void>;
  /** @returns whether the tokens were revoked, and not only removed */
  signOut(signal: AbortSignal): Promise<boolean>;
  status(): Promise<AccountStatus>;
}

/** What is known of a sign-in, and nothing secret. */
export interface AccountStatus {
  readonly signedIn: boolean;
  readonly issuer?: string;
  readonly scope?: string;
}

/** A word that a verb needs. */
interface VerbWord {
  readonly name: string;
  /** The same in plain words. */
  readonly what: string;
}

/** What is done once there is a connection. */
export type Action = (session: Session) => Promise<Outcome>;

/** A connection, and whom to tell how it goes. */
export interface Session {
  readonly client: Client;
  /** Set where the person may sign in. */
  readonly account: Account | undefined;
  /** For every request. */
  readonly options: RequestOptions;
  /** Tells what is waited for. */
  readonly say: (text: string) => void;
  /** Tells how far it has come. */
  readonly progress: (text: string) => void;
  /** Why an entry of a list is missing, where it was left out as malformed. */
  readonly whyLeftOut: (name: string) => string | undefined;
}

/** What came of it. */
export interface Outcome {
  /** The whole outcome, for programs. */
  readonly document: object;
  /** The same for people. */
  readonly render: (screen: Screen) => string | Uint8Array;
  /** A remark for people, such as that a list is empty. */
  readonly remark?: string;
  /** Why the exit code tells of a failure, although there is an outcome. */
  readonly failure?: string;
}
