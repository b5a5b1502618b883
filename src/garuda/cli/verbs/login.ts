import { UsageError } from '../usage-error.ts';
import type { Account, Outcome, Verb } from './verb.ts';

/** Signs the person in to a server. */
export const login: Verb = {
  name: 'login',
  summary: 'sign in to a server at a URL, for the uses after this one',
  words: [],
  details: [
    'A browser is opened, or the address of the sign-in page is printed; with no',
    'browser here, a code for another device is shown where the server has those.',
    'What is kept stands in ~/.garuda/mcp-auth.json.',
  ].join('\n'),
  isSignIn: true,
  prepare() {
    return async ({ account, say }) => {
      if (account === undefined) throw noAccount('login');
      let status = await account.status();
      if (!status.signedIn) {
        // It answered without a sign-in so far; it may want one for what it does.
        say('looking for a place to sign in at');
        await account.signIn(account.signal);
        status = await account.status();
      }
      const { issuer = '', scope } = status;
      const document = { url: account.url, ...status };
      const granted = scope === undefined ? '' : `, for ${scope}`;
      return { document, render: () => `signed in at ${issuer}${granted}\n` } satisfies Outcome;
    };
  },
};

/** Ends the person's sign-in to a server. */
export const logout: Verb = {
  name: 'logout',
  summary: 'forget the sign-in to a server, and revoke it where that is possible',
  words: [],
  prepare() {
    throw noAccount('logout');
  },
  withoutServer: (account) => signOut(account),
};

async function signOut(account: Account): Promise<Outcome> {
  const { signedIn } = await account.status();
  const revoked = await account.signOut(account.signal);
  const document = { url: account.url, signedOut: signedIn, revoked };
  const text = signedIn
    ? `signed out${revoked ? '' : '; the server keeps the tokens until they expire'}`
    : 'there was no sign-in';
  return { document, render: () => `${text}\n` };
}

function noAccount(verb: string): UsageError {
  return new UsageError(`${verb} is for a server at a URL, without a token of one's own`);
}
