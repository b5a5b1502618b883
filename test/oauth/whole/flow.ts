import { connect, http, type Client, type ConnectOptions } from 'garuda-mcp';
import {
  authorizationCode,
  memoryStore,
  oauth,
  type AuthorizationCodeOptions,
  type OAuthCredentials,
  type OAuthOptions,
  type Redirect,
  type SignInPage,
  type Store,
} from 'garuda-mcp/oauth';
import {
  scriptedServer,
  scriptedSignIn,
  type ScriptedServer,
  type ScriptedSignIn,
  type ServerScript,
  type SignInOptions,
} from 'garuda-mcp/testing';
import { me } from './seen.ts';

const callback = 'http://127.0.0.1:7777/callback';

const script: ServerScript = {
  tools: [
    { tool: { name: 'read' }, call: () => 'read' },
    { tool: { name: 'write' }, call: () => 'written' },
  ],
};

/** A person with a browser, who agrees to all, and what they were shown. */
export interface Person {
  readonly pages: SignInPage[];
  readonly redirect: Redirect;
  readonly openPage: AuthorizationCodeOptions['openPage'];
}

/** A person whose browser opens pages with `browse`, and brings back the address that they send to. */
export function person(browse: (page: string) => Promise<string | undefined>): Person {
  const pages: SignInPage[] = [];
  const brought: string[] = [];
  let taker: ((answer: string) => void) | undefined;
  /** The next answer that is brought. */
  const next = (): Promise<string> => {
    const answer = brought.shift();
    if (answer !== undefined) return Promise.resolve(answer);
    return new Promise((resolve) => {
      taker = resolve;
    });
  };
  return {
    pages,
    redirect: {
      open: (known) =>
        Promise.resolve({
          redirectUri: known ?? callback,
          receive: (_state, signal) => unlessAborted(next(), signal),
          close: () => Promise.resolve(),
        }),
    },
    openPage: async (page) => {
      pages.push(page);
      const answer = await browse(page.url);
      if (answer === undefined) return 'opened';
      if (taker === undefined) brought.push(answer);
      else taker(answer);
      taker = undefined;
      return 'opened';
    },
  };
}

async function unlessAborted(answer: Promise<string>, signal: AbortSignal): Promise<string> {
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What a test may say of its flow. */
export interface Flow {
  readonly servers?: SignInOptions;
  readonly script?: ServerScript;
  readonly code?: Partial<AuthorizationCodeOptions>;
  readonly oauth?: Partial<OAuthOptions>;
  readonly connect?: ConnectOptions;
}

/** What a test has. */
export interface Stage {
  readonly signIn: ScriptedSignIn;
  readonly server: ScriptedServer;
  readonly person: Person;
  readonly store: Store;
  /** Those of every client that has joined. */
  readonly credentials: readonly OAuthCredentials[];
  /** Connects, as a program of its own would that shares the store. */
  readonly join: () => Promise<Client>;
}

/** Opens the servers, lets a test act, and closes what was opened. */
export async function onStage(flow: Flow, act: (stage: Stage) => Promise<void>): Promise<void> {
  const server = scriptedServer({ ...script, ...flow.script });
  await using web = await server.overHttp();
  const { resource, ...servers } = flow.servers ?? {};
  await using signIn = await scriptedSignIn({ ...servers, resource: { behind: web, ...resource } });
  const somebody = person((page) => signIn.browse(page));
  const store = memoryStore();
  const clients: Client[] = [];
  const all: OAuthCredentials[] = [];
  const join = async (): Promise<Client> => {
    const { redirect, openPage } = somebody;
    const credentials = oauth({
      grant: authorizationCode({ redirect, openPage, clientName: 'whole', ...flow.code }),
      store,
      allowInsecureLoopback: true,
      ...flow.oauth,
    });
    all.push(credentials);
    const client = await connect(http(signIn.url, { credentials }), me, flow.connect);
    clients.push(client);
    return client;
  };
  try {
    await act({ signIn, server, person: somebody, store, credentials: all, join });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}
