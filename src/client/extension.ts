import {
  ProtocolError,
  type ClientCapabilities,
  type InputRequest,
  type InputResponse,
  type JsonObject,
} from '../protocol/index.ts';
import type { RequestOptions } from './request-options.ts';

/**
 * What an extension of the protocol adds, as data: what is declared, which methods it has, which
 * kinds of result, which notifications.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#extension-negotiation | Extension negotiation}
 * @public
 */
export interface Extension {
  /** A prefix of one's own, a slash, a name: `com.example/thing`. */
  readonly id: string;
  /** Declared to the server under the id. Default: no settings. */
  readonly settings?: JsonObject;
  /**
   * Methods that need more than {@link Client.request}: which string among the parameters names what
   * the request is about. HTTP repeats it in a header field.
   */
  readonly methods?: Readonly<Record<string, { readonly nameMember?: string }>>;
  /** Kinds of result, by `resultType`. */
  readonly resultTypes?: Readonly<Record<string, ExtensionResult>>;
  /** Told of notifications, by method. */
  readonly notifications?: Readonly<Record<string, (params: JsonObject) => void>>;
}

/**
 * A kind of result that an extension adds (modern era).
 *
 * @public
 */
export interface ExtensionResult {
  /** The requests that may be answered with it; for others it is an invalid result. */
  readonly methods: readonly string[];
  /** Goes on from such a result to the one that the caller asked for, which is then read as usual. */
  readonly follow: (result: JsonObject, context: FollowContext) => JsonObject | Promise<JsonObject>;
}

/**
 * What following a result of an extension has to do with.
 *
 * @public
 */
export interface FollowContext {
  readonly method: string;
  /** The tool, prompt or URI that the request was about. */
  readonly subject: string | undefined;
  /** As the caller gave them. Its signal is the caller's wish to give up. */
  readonly options: RequestOptions;
  /** Sends a request of the extension. */
  readonly request: (
    method: string,
    params?: JsonObject,
    options?: RequestOptions,
  ) => Promise<JsonObject>;
  /** Has this client's handlers answer what a server needs to know. */
  readonly answer: (
    requests: Readonly<Record<string, InputRequest>>,
  ) => Promise<Readonly<Record<string, InputResponse>>>;
}

/** What is known besides, and is of use to what is built in. */
export interface ScopedContext extends FollowContext {
  /** What the spans of the request belong to, where there is tracing. */
  readonly scope?: unknown;
}

/** What the extensions of a client come to together. */
export class Extensions {
  /** What is declared, by era: some extensions exist in the modern one only. */
  readonly capabilities: Readonly<Record<'legacy' | 'modern', ClientCapabilities['extensions']>>;
  readonly nameMembers: Readonly<Record<string, string>>;
  readonly #results = new Map<string, ExtensionResult>();
  readonly #notifications = new Map<string, (params: JsonObject) => void>();

  /** @throws ProtocolError `INVALID_ARGUMENT` for an id that may not be, or two that are the same */
  constructor(extensions: readonly Extension[], modernOnes: readonly Extension[], server: string) {
    const declared: Record<string, JsonObject> = {};
    const legacy: Record<string, JsonObject> = {};
    const nameMembers: Record<string, string> = {};
    for (const extension of [...extensions, ...modernOnes]) {
      const { id, settings = {}, methods = {}, resultTypes = {}, notifications = {} } = extension;
      const fault = faultOfId(id) ?? (Object.hasOwn(declared, id) ? 'is given twice' : undefined);
      if (fault !== undefined) {
        const words = `extensions: ${JSON.stringify(id)} ${fault}`;
        throw new ProtocolError('INVALID_ARGUMENT', words, { server });
      }
      declared[id] = settings;
      if (!modernOnes.includes(extension)) legacy[id] = settings;
      for (const [method, { nameMember }] of Object.entries(methods)) {
        if (nameMember !== undefined) nameMembers[method] = nameMember;
      }
      for (const [type, result] of Object.entries(resultTypes)) this.#results.set(type, result);
      for (const [method, tell] of Object.entries(notifications))
        this.#notifications.set(method, tell);
    }
    this.capabilities = { legacy: unlessEmpty(legacy), modern: unlessEmpty(declared) };
    this.nameMembers = nameMembers;
  }

  /** How a kind of result goes on, where it may answer this method. */
  resultType(type: unknown, method: string): ExtensionResult | undefined {
    const result = typeof type === 'string' ? this.#results.get(type) : undefined;
    return result?.methods.includes(method) === true ? result : undefined;
  }

  /** Who is told of a notification. */
  listener(method: string): ((params: JsonObject) => void) | undefined {
    return this.#notifications.get(method);
  }
}

function unlessEmpty(declared: Record<string, JsonObject>): Record<string, JsonObject> | undefined {
  return Object.keys(declared).length === 0 ? undefined : declared;
}

/** The grammar of keys, with its prefix (2026-07-28/basic, _meta). */
function faultOfId(id: unknown): string | undefined {
  const label = '[a-z]([a-z0-9-]*[a-z0-9])?';
  const grammar = new RegExp(`^${label}(\\.${label})*/[a-z0-9]([a-z0-9._-]*[a-z0-9])?$`, 'i');
  if (typeof id === 'string' && grammar.test(id)) return undefined;
  return 'is no id of an extension, such as com.example/thing';
}
