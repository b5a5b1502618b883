import {
  authorizationCode,
  clientCredentials,
  enterpriseManaged,
  oauth,
  OAuthError,
  workloadIdentity,
  type Grant,
  type OAuthCredentials,
  type Redirect,
  type RedirectReceiver,
  type SignInPage,
} from 'garuda-mcp/oauth';

/** What the suite hands over in scenarios about sign-in. */
export interface SignInContext {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly valid_jwt?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_issuer?: string;
  readonly idp_token_endpoint?: string;
}

/** The scenarios in which a client must stop, and the code of the error that it stops with. */
const stops: Readonly<Record<string, readonly string[]>> = {
  'auth/resource-mismatch': ['RESOURCE_MISMATCH'],
  'auth/metadata-issuer-mismatch': ['ISSUER_MISMATCH'],
  'auth/iss-supported-missing': ['WRONG_ANSWER'],
  'auth/iss-wrong-issuer': ['WRONG_ANSWER'],
  'auth/iss-unexpected': ['WRONG_ANSWER'],
  'auth/iss-normalized': ['WRONG_ANSWER'],
  'auth/scope-retry-limit': ['SCOPE_REFUSED'],
};

/** Credentials for one scenario. */
export function credentialsFor(name: string, context: SignInContext): OAuthCredentials {
  return oauth({ grant: grantFor(name, context), allowInsecureLoopback: true });
}

/** Plays a scenario; one in which the client must stop has to stop, and for the right reason. */
export async function mustStop(name: string, play: () => Promise<void>): Promise<void> {
  const codes = stops[name];
  if (codes === undefined) return await play();
  try {
    await play();
  } catch (error) {
    const code = codeOf(error);
    if (code !== undefined && codes.includes(code)) return;
    throw error;
  }
  throw new Error(`expected an error with the code ${codes.join(' or ')}, and all went well`);
}

function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof OAuthError) return at.code;
  }
  return undefined;
}

function grantFor(name: string, context: SignInContext): Grant {
  switch (name) {
    case 'auth/client-credentials-jwt':
      return clientCredentials({
        clientId: given(context.client_id),
        privateKey: {
          pem: given(context.private_key_pem),
          algorithm: given(context.signing_algorithm),
        },
      });
    case 'auth/client-credentials-basic':
      return clientCredentials({
        clientId: given(context.client_id),
        clientSecret: given(context.client_secret),
      });
    case 'auth/enterprise-managed-authorization':
      return enterpriseManaged({
        clientId: given(context.client_id),
        clientSecret: given(context.client_secret),
        idp: {
          issuer: given(context.idp_issuer),
          tokenEndpoint: given(context.idp_token_endpoint),
          clientId: given(context.idp_client_id),
        },
        assertion: async () => ({ token: given(context.idp_id_token), type: 'id_token' }),
      });
    case 'auth/wif-jwt-bearer':
      return workloadIdentity({ assertion: given(context.valid_jwt) });
    default:
      return throughBrowser(context);
  }
}

function throughBrowser({ client_id, client_secret }: SignInContext): Grant {
  const browser = new PlayedBrowser();
  const client =
    client_id === undefined
      ? []
      : [
          {
            clientId: client_id,
            ...(client_secret !== undefined && { clientSecret: client_secret }),
          },
        ];
  return authorizationCode({
    redirect: browser,
    openPage: (page) => browser.visit(page),
    clientName: 'garuda-mcp-referee',
    clients: client,
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  });
}

/** The suite's pages send the browser on at once; nobody listens at the address that they send it to. */
class PlayedBrowser implements Redirect, RedirectReceiver {
  readonly redirectUri = 'http://127.0.0.1:3000/callback';
  #arrived: (url: string) => void = () => {};
  #arrival: Promise<string> = Promise.resolve('');

  async open(): Promise<RedirectReceiver> {
    this.#arrival = new Promise((resolve) => {
      this.#arrived = resolve;
    });
    return this;
  }

  async visit({ url }: SignInPage): Promise<'opened'> {
    const { headers } = await fetch(url, { redirect: 'manual' });
    this.#arrived(given(headers.get('location') ?? undefined));
    return 'opened';
  }

  receive(): Promise<string> {
    return this.#arrival;
  }

  async close(): Promise<void> {
    // Nothing was opened.
  }
}

function given(value: string | undefined): string {
  if (value === undefined) throw new Error('the suite did not hand over what the scenario needs');
  return value;
}
