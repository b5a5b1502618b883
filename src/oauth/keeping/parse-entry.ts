import { OAuthError } from '../errors.ts';
import type { Entry } from './entry.ts';

/**
 * Reads what is kept for one server. Members that are not known are kept.
 *
 * @throws OAuthError `STORE_FAILED`, which names the member that is not as it was written, and no value
 */
export function parseEntry(text: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's own error quotes what it could not read.
    throw unreadable('it', 'JSON');
  }
  check(value, entryForm, '');
  return value as Entry;
}

type Form =
  | 'string'
  | 'number'
  | 'object'
  | { readonly oneOf: readonly unknown[] }
  | { readonly members: Readonly<Record<string, Form>>; readonly optional: readonly string[] }
  | { readonly each: Form };

const clientForm: Form = {
  members: {
    from: { oneOf: ['configuration', 'metadata-url', 'registration', 'person'] },
    clientId: 'string',
    clientSecret: 'string',
    secretExpiresAt: 'number',
    authMethod: 'string',
    redirectUri: 'string',
  },
  optional: ['clientSecret', 'secretExpiresAt', 'authMethod', 'redirectUri'],
};

const tokensForm: Form = {
  members: {
    accessToken: 'string',
    tokenType: { oneOf: ['Bearer', 'DPoP'] },
    refreshToken: 'string',
    expiresAt: 'number',
    issuedAt: 'number',
    scope: 'string',
    askedScope: 'string',
    resource: 'string',
    dpopKey: 'object',
  },
  optional: ['refreshToken', 'expiresAt', 'scope', 'askedScope', 'dpopKey'],
};

const entryForm: Form = {
  members: {
    version: { oneOf: [1] },
    issuer: 'string',
    issuers: {
      each: {
        members: { client: clientForm, tokens: tokensForm },
        optional: ['client', 'tokens'],
      },
    },
  },
  optional: ['issuer'],
};

/** @param path - which member it is, made of our own words only: an issuer is a server's */
function check(value: unknown, form: Form, path: string): void {
  const name = path === '' ? 'it' : `its member ${path}`;
  if (typeof form === 'string') {
    const isRight = form === 'object' ? isObject(value) : typeof value === form;
    if (!isRight) throw unreadable(name, `of the kind ${form}`);
  } else if ('oneOf' in form) {
    if (!form.oneOf.includes(value)) throw unreadable(name, form.oneOf.join(' or '));
  } else {
    if (!isObject(value)) throw unreadable(name, 'an object');
    if ('each' in form) {
      for (const each of Object.values(value)) check(each, form.each, `${path}.*`);
      return;
    }
    for (const [member, its] of Object.entries(form.members)) {
      const isLeftOut = !Object.hasOwn(value, member) && form.optional.includes(member);
      if (!isLeftOut) check(value[member], its, path === '' ? member : `${path}.${member}`);
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(name: string, expected: string): OAuthError {
  return new OAuthError(
    'STORE_FAILED',
    `What is kept of the sign-in to this server cannot be used: ${name} is not ${expected}. ` +
      'It was left as it is; log out of the server to remove it, and sign in again',
  );
}
