import type { InputRequiredResult } from '../model/input-required.ts';
import type { JsonObject } from '../model/json.ts';
import type { CreateTaskResult } from '../model/task.ts';
import type { Methods, SentRequest } from './methods.ts';
import type { Revision } from './order.ts';
import { parserOf, type Parsed, type Parser } from './parser.ts';
import type { RevisionRules } from './revision-rules.ts';
import { Scope } from './scope.ts';
import type { ListEntries, ListPage, ReceivedParams, Results } from './typed-methods.ts';

/** The two steps in which a list is read. @public */
export interface ListParsers<Entry> {
  /** The member of the result that holds the entries. */
  readonly key: string;
  readonly page: Parser<ListPage>;
  readonly entry: Parser<Entry>;
}

/**
 * How to read what a server of one revision sends. Each parser is made when it is first asked for;
 * there is none for what the revision does not have.
 *
 * @public
 */
export class RevisionReader {
  readonly revision: Revision;
  readonly methods: Methods;
  readonly #scope: Scope;
  readonly #parsers = new Map<string, Parser<unknown>>();

  /** @internal */
  constructor(revision: Revision, rules: RevisionRules, strict: boolean) {
    this.revision = revision;
    this.methods = rules.methods();
    this.#scope = new Scope(rules.schemas(), strict);
  }

  /** Parses a complete result. In the modern era it refuses any other `resultType`. */
  result<Method extends keyof Results>(method: Method): Parser<Results[Method]> | undefined {
    return this.#parser(this.#sent(method)?.result);
  }

  /** Parses a list: its pages, and its entries one by one. */
  list<Method extends keyof ListEntries>(
    method: Method,
  ): ListParsers<ListEntries[Method]> | undefined {
    const row = this.#sent(method);
    const page = this.#parser<JsonObject>(row?.result);
    const entry = this.#parser<ListEntries[Method]>(row?.list?.entry);
    if (row?.list === undefined || page === undefined || entry === undefined) return undefined;
    const { key } = row.list;
    return { key, entry, page: (value) => withEntries(page(value), key) };
  }

  /** Parses what a request or a notification of the server carries, absent parameters included. */
  params<Method extends keyof ReceivedParams>(
    method: Method,
  ): Parser<ReceivedParams[Method]> | undefined {
    const { receivedRequests, receivedNotifications } = this.methods;
    const name = own(receivedRequests, method)?.params ?? own(receivedNotifications, method);
    const parser = this.#parser<ReceivedParams[Method]>(name);
    return parser && ((value) => parser(value === undefined ? {} : value));
  }

  /** Parses the result of this request where its `resultType` is `input_required`. */
  inputRequired(method: keyof Results): Parser<InputRequiredResult> | undefined {
    return this.#parser(this.#sent(method)?.inputRequired);
  }

  /** Parses the result of this request where it asked to be run as a task. */
  taskCreated(method: keyof Results): Parser<CreateTaskResult> | undefined {
    return this.#parser(this.#sent(method)?.task);
  }

  /** Parses the `data` of an error. */
  errorData(code: number): Parser<JsonObject> | undefined {
    return this.#parser(own(this.methods.receivedErrors, String(code)));
  }

  #sent(method: string): SentRequest | undefined {
    return own(this.methods.sentRequests, method);
  }

  #parser<T>(name: string | undefined): Parser<T> | undefined {
    if (name === undefined) return undefined;
    let parser = this.#parsers.get(name);
    if (parser === undefined) {
      parser = parserOf(this.#scope.named(name));
      this.#parsers.set(name, parser);
    }
    return parser as Parser<T>;
  }
}

/** A row of a table by a name that may come from the wire. */
function own<Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function withEntries(page: Parsed<JsonObject>, key: string): Parsed<ListPage> {
  if (!page.ok) return page;
  return { ok: true, value: { ...page.value, entries: page.value[key] as readonly unknown[] } };
}
