import type { ServerSignIn } from '../definition.ts';
import type { Spot } from '../text/spot.ts';
import { readMap } from '../text/strict-map.ts';
import { readVariableName } from './read-values.ts';

const grants = ['authorization_code', 'device_code', 'client_credentials'] as const;

/** Those of the oauth room that are switched on by their name alone. */
const tolerances = ['omitResource', 'pkceNotAdvertised', 'otherResource'] as const;

const form = {
  what: 'auth',
  example: 'write { "clientId": "…" }',
  keys: ['clientId', 'clientSecretEnv', 'clientMetadataUrl', 'scopes', 'grant', 'tolerances'],
  mistaken: {
    clientSecret:
      'keep it out of the file: write "clientSecretEnv" with the name of a variable that has it',
    scope: 'write "scopes": ["…"]',
    client_id: 'write "clientId"',
    client_secret:
      'keep it out of the file: write "clientSecretEnv" with the name of a variable that has it',
  },
} as const;

/** Reads `auth`. */
export function readSignIn(spot: Spot): ServerSignIn | undefined {
  const found = readMap(spot, form);
  if (found === undefined) return undefined;
  const secret = found.get('clientSecretEnv');
  const clientId = found
    .get('clientId')
    ?.word('the id of a client', 'write it as the server gave it');
  if (secret !== undefined && clientId === undefined)
    secret.fault('a secret without "clientId" is of no client', 'write "clientId" too');
  const metadata = found.get('clientMetadataUrl');
  return {
    clientId,
    clientSecretEnv: secret === undefined ? undefined : readVariableName(secret),
    clientMetadataUrl: metadata === undefined ? undefined : readMetadataUrl(metadata),
    scopes: found.get('scopes')?.texts('a list of scopes', 'write ["…"]'),
    grant: found.get('grant')?.choice(grants) ?? 'authorization_code',
    tolerances: readTolerances(found.get('tolerances')),
  };
}

/** A client metadata document stands below a path of an `https` URL, which is the client's id. */
function readMetadataUrl(spot: Spot): string | undefined {
  const text = spot.word('an https:// URL', 'such as "https://example.com/client.json"');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' && url.pathname !== '/') return text;
  spot.fault('expected an https:// URL with a path', 'such as "https://example.com/client.json"');
  return undefined;
}

function readTolerances(spot: Spot | undefined): readonly string[] {
  const items =
    spot?.items('a list of tolerances', `write a list of ${tolerances.join(', ')}`) ?? [];
  return items.map((item) => item.choice(tolerances)).filter((name) => name !== undefined);
}
