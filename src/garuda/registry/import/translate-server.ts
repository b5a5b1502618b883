import { basename } from 'node:path';
import { readFileText } from '../reading/read-file.ts';
import type { WrittenServer } from '../saving/edit-text.ts';
import { SourceText } from '../text/source-text.ts';
import type { VariableForm } from './applications.ts';
import { translateFixed, translateText } from './translate-text.ts';

/** A server of another application as it would stand in the registry, or why it cannot. */
export type TranslatedServer =
  | { readonly ok: true; readonly server: WrittenServer; readonly notes: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** What cannot be carried over, and makes the server another one. */
class Untranslatable extends Error {}

type Entry = Readonly<Record<string, unknown>>;

/** What the keys of the applications mean. Those that are not here are told of. */
const meanings: Readonly<Record<string, string>> = {
  command: 'command',
  args: 'args',
  env: 'env',
  environment: 'env',
  env_vars: 'inherited',
  cwd: 'cwd',
  url: 'url',
  serverUrl: 'url',
  httpUrl: 'url',
  headers: 'headers',
  http_headers: 'headers',
  env_http_headers: 'headersFromVariables',
  bearer_token_env_var: 'bearerEnv',
  oauth: 'signIn',
  auth: 'signIn',
  type: 'type',
  transport: 'type',
  enabled: 'enabled',
  disabled: 'disabled',
  timeout: 'milliseconds',
  tool_timeout_sec: 'seconds',
};

/** Told of nowhere: they are for the eye, or say what is so here anyway. */
const silent: ReadonlySet<string> = new Set([
  '$schema',
  'name',
  'description',
  'gallery',
  'version',
  'icon',
]);

/**
 * Translates one server. What has no counterpart is told in a note, where the server is of use without it; else the
 * server stays out.
 *
 * @param application - for the mark of where it comes from
 */
export function translateServer(
  entry: unknown,
  application: string,
  forms: readonly VariableForm[],
): TranslatedServer {
  if (!isMap(entry)) return { ok: false, why: 'it is no map' };
  try {
    const { server, notes } = new Translation(entry, forms).run();
    const written = { ...server, source: `import:${application}` };
    const why = faultOf(written);
    return why === undefined ? { ok: true, server: written, notes } : { ok: false, why };
  } catch (error) {
    if (error instanceof Untranslatable) return { ok: false, why: error.message };
    throw error;
  }
}

class Translation {
  readonly #values = new Map<string, unknown>();
  readonly #forms: readonly VariableForm[];
  readonly #notes: string[] = [];

  constructor(entry: Entry, forms: readonly VariableForm[]) {
    this.#forms = forms;
    for (const [key, value] of Object.entries(entry)) {
      const meaning = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
      if (meaning !== undefined) this.#values.set(meaning, value);
      else if (!silent.has(key)) this.#notes.push(`"${key}" has no counterpart here`);
    }
  }

  run(): { readonly server: WrittenServer; readonly notes: readonly string[] } {
    const server = this.#values.has('command') ? this.#local() : this.#remote();
    return { server: { ...server, ...this.#common() }, notes: this.#notes };
  }

  #local(): WrittenServer {
    const words = this.#values.get('command');
    const list: unknown[] = Array.isArray(words) ? words : [words];
    const more = this.#values.get('args') ?? [];
    if (!Array.isArray(more)) throw new Untranslatable('its arguments are no list');
    const [command = '', ...args] = [...list, ...(more as unknown[])].map((word, at) =>
      this.#fixed(word, at === 0 ? 'its command' : 'an argument'),
    );
    const env = { ...this.#variables(), ...this.#inherited() };
    const cwd = this.#values.get('cwd');
    if (/^(?:npx|uvx|bunx|pnpx)(?:\.cmd)?$/.test(basename(command))) {
      this.#notes.push(
        'it downloads what it runs, for which it needs "network": true and a path to write to',
      );
    }
    return {
      command,
      ...(args.length > 0 && { args }),
      ...(Object.keys(env).length > 0 && { env }),
      ...(typeof cwd === 'string' && cwd !== '.' && { cwd: this.#fixed(cwd, 'its folder') }),
    };
  }

  #remote(): WrittenServer {
    const type = this.#values.get('type');
    if (type === 'sse') throw new Untranslatable('it uses the older HTTP+SSE transport');
    if (type === 'ws') throw new Untranslatable('it uses a WebSocket');
    if (!this.#values.has('url')) throw new Untranslatable('it has neither a command nor a URL');
    const url = this.#fixed(this.#values.get('url'), 'its URL');
    if (/\/sse\/?$/.test(url))
      this.#notes.push(
        'its URL looks like one of the older HTTP+SSE transport, which is not supported',
      );
    const headers = this.#headers();
    const bearerEnv = this.#values.get('bearerEnv');
    const hasOwn =
      bearerEnv !== undefined ||
      Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    return {
      type: 'http',
      url,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(typeof bearerEnv === 'string' && { bearerEnv }),
      ...(!hasOwn && this.#signIn()),
    };
  }

  #common(): WrittenServer {
    const isOff = this.#values.get('enabled') === false || this.#values.get('disabled') === true;
    const seconds = this.#values.get('seconds');
    const given = typeof seconds === 'number' ? seconds * 1_000 : this.#values.get('milliseconds');
    const fits =
      typeof given === 'number' && Number.isInteger(given) && given >= 1_000 && given <= 86_400_000;
    if (given !== undefined && !fits)
      this.#notes.push('its time limit is not from 1 second to a day');
    return { ...(isOff && { enabled: false }), ...(fits && { timeoutMs: given }) };
  }

  /** Text in which nothing is replaced here. */
  #fixed(value: unknown, what: string): string {
    if (typeof value !== 'string') throw new Untranslatable(`${what} is no text`);
    const translated = translateFixed(value, this.#forms);
    if (!translated.ok) throw new Untranslatable(`${what}: ${translated.why}`);
    return translated.text;
  }

  #variables(): Readonly<Record<string, string>> {
    const given = this.#values.get('env') ?? {};
    if (!isMap(given)) throw new Untranslatable('its variables are no map');
    return this.#translateAll(given, 'the variable');
  }

  /** Names of variables that the server gets as they are. */
  #inherited(): Readonly<Record<string, string>> {
    const given = this.#values.get('inherited');
    const names = (Array.isArray(given) ? (given as unknown[]) : []).map((one) =>
      isMap(one) ? one['name'] : one,
    );
    return Object.fromEntries(
      names.filter((name) => typeof name === 'string').map((name) => [name, `\${${name}}`]),
    );
  }

  #headers(): Readonly<Record<string, string>> {
    const given = this.#values.get('headers') ?? {};
    const named = this.#values.get('headersFromVariables') ?? {};
    if (!isMap(given) || !isMap(named)) throw new Untranslatable('its headers are no map');
    const fromVariables = Object.entries(named).map(([name, variable]) => [
      name,
      `\${${String(variable)}}`,
    ]);
    return {
      ...this.#translateAll(given, 'the header'),
      ...(Object.fromEntries(fromVariables) as Record<string, string>),
    };
  }

  #translateAll(given: Entry, what: string): Readonly<Record<string, string>> {
    const values: [string, string][] = [];
    for (const [name, value] of Object.entries(given)) {
      const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
      const translated =
        typeof text === 'string'
          ? translateText(text, this.#forms)
          : ({ ok: false, why: 'it is no text' } as const);
      // It would be run here, and there it is text.
      const isCommand = what === 'the header' && translated.ok && translated.text.startsWith('!');
      if (!translated.ok) this.#notes.push(`${what} ${name} is left out: ${translated.why}`);
      else if (isCommand)
        this.#notes.push(
          `${what} ${name} is left out: it begins with "!", which would be a command here`,
        );
      else {
        this.#notes.push(...translated.notes.map((note) => `${what} ${name}: ${note}`));
        values.push([name, translated.text]);
      }
    }
    return Object.fromEntries(values);
  }

  #signIn(): WrittenServer {
    const given = this.#values.get('signIn');
    if (!isMap(given)) return {};
    const clientId = given['clientId'] ?? given['client_id'] ?? given['CLIENT_ID'];
    const scopes = given['scopes'] ?? given['scope'];
    const list =
      typeof scopes === 'string' ? scopes.split(/\s+/).filter((scope) => scope !== '') : scopes;
    if (
      ['clientSecret', 'client_secret', 'CLIENT_SECRET'].some((key) => given[key] !== undefined)
    ) {
      this.#notes.push(
        'the secret of its client is left out: set a variable, and name it in "clientSecretEnv"',
      );
    }
    const auth = {
      ...(typeof clientId === 'string' && { clientId }),
      ...(Array.isArray(list) && { scopes: list as unknown[] }),
    };
    return Object.keys(auth).length === 0 ? {} : { auth };
  }
}

/** What the registry itself has against it. */
function faultOf(server: WrittenServer): string | undefined {
  const source = new SourceText('', JSON.stringify({ servers: { a: server } }));
  readFileText(source, { scope: 'user', file: '' });
  const [fault] = source.faults;
  return fault === undefined
    ? undefined
    : `${fault.key.replace(/^servers\.a\.?/, '')}: ${fault.problem}`.replace(/^: /, '');
}

function isMap(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
