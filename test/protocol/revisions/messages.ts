import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eraOf,
  readerOf,
  revisions,
  strictReaderOf,
  type Parser,
  type Revision,
  type RevisionReader,
} from '../../../src/protocol/revisions/registry.ts';
import { SentMessages } from '../../../src/protocol/revisions/sent.ts';
import type { SpecSchema } from './spec-schema.ts';

/** The two ways in which a client reads, and the one in which it can judge what it sends. */
export type Judge = 'strict' | 'tolerant' | 'sent';

/** A kind of message of one revision, and everybody who has an opinion of it. */
export interface MessageKind {
  readonly revision: Revision;
  /** The specification's name of it, which is the name of its file in the corpus too. */
  readonly type: string;
  readonly about: string;
  /** Where in the specification's schema its form is. */
  readonly place: string;
  readonly judges: Readonly<Partial<Record<Judge, (value: unknown) => boolean>>>;
}

/** The results of a client's requests, by the specification's names. */
const resultTypes: Readonly<Record<string, string>> = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'server/discover': 'DiscoverResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'completion/complete': 'CompleteResult',
  'logging/setLevel': 'EmptyResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
  'sampling/createMessage': 'CreateMessageResult',
  'elicitation/create': 'ElicitResult',
  'roots/list': 'ListRootsResult',
  'tasks/get': 'GetTaskResult',
  'tasks/result': 'GetTaskPayloadResult',
  'tasks/cancel': 'CancelTaskResult',
  'tasks/list': 'ListTasksResult',
};

const errorTypes: Readonly<Record<number, string>> = {
  [-32042]: 'URLElicitationRequiredError',
  [-32021]: 'MissingRequiredClientCapabilityError',
  [-32022]: 'UnsupportedProtocolVersionError',
};

/** Every kind of message that a client of a revision sends or receives, by the specification's own unions. */
export function messageKindsOf(revision: Revision, spec: SpecSchema): readonly MessageKind[] {
  const readers = { strict: strictReaderOf(revision), tolerant: readerOf(revision) };
  const sender = new SentMessages(revision);
  const kind = (type: string, about: string, place: string, judges: MessageKind['judges']) =>
    ({ revision, type, about, place, judges }) satisfies MessageKind;
  const received = (
    type: string,
    about: string,
    place: string,
    find: (reader: RevisionReader) => ((value: unknown) => boolean) | undefined,
  ) =>
    kind(type, about, place, {
      strict: must(find(readers.strict), about),
      tolerant: must(find(readers.tolerant), about),
    });
  const resultOf = (method: string): string =>
    resultTypes[method] ?? `no result of ${method} is known`;

  const kinds: MessageKind[] = [];
  for (const [method, type] of spec.methodsOf('ClientRequest')) {
    kinds.push(
      kind(type, `params of ${method}`, `${type}/properties/params`, {
        sent: must(verdict(sender.params(method)), method),
      }),
    );
    const result = resultOf(method);
    kinds.push(
      received(result, `result of ${method}`, result, (reader) => resultVerdict(reader, method)),
    );
  }
  for (const [method, type] of spec.methodsOf('ClientNotification')) {
    kinds.push(
      kind(type, `params of ${method}, sent`, `${type}/properties/params`, {
        sent: must(verdict(sender.params(method)), method),
      }),
    );
  }
  for (const [method, type] of spec.methodsOf('ServerRequest')) {
    kinds.push(
      received(type, `params of ${method}`, `${type}/properties/params`, (reader) =>
        verdict(reader.params(method as never)),
      ),
    );
    kinds.push(
      kind(resultOf(method), `result of ${method}, sent`, resultOf(method), {
        sent: must(verdict(sender.result(method)), method),
      }),
    );
  }
  for (const [method, type] of spec.methodsOf('ServerNotification')) {
    kinds.push(
      received(type, `params of ${method}`, `${type}/properties/params`, (reader) =>
        verdict(reader.params(method as never)),
      ),
    );
  }
  for (const [code, type] of Object.entries(errorTypes)) {
    if (readers.strict.errorData(Number(code)) === undefined) continue;
    kinds.push(
      received(
        type,
        `data of ${code}`,
        `${type}/properties/error/allOf/1/properties/data`,
        (reader) => verdict(reader.errorData(Number(code))),
      ),
    );
  }
  if (readers.strict.inputRequired('tools/call') !== undefined) {
    kinds.push(
      received(
        'InputRequiredResult',
        'a result that asks for input',
        'InputRequiredResult',
        (reader) => verdict(reader.inputRequired('tools/call')),
      ),
    );
  }
  if (readers.strict.taskCreated('tools/call') !== undefined) {
    kinds.push(
      received('CreateTaskResult', 'a task in place of a result', 'CreateTaskResult', (reader) =>
        verdict(reader.taskCreated('tools/call')),
      ),
    );
  }
  return kinds;
}

function resultVerdict(
  reader: RevisionReader,
  method: string,
): ((value: unknown) => boolean) | undefined {
  const list = reader.list(method as never);
  if (list === undefined) return verdict(reader.result(method as never));
  return (value) => {
    const page = list.page(value);
    return page.ok && page.value.entries.every((entry) => list.entry(entry).ok);
  };
}

function verdict(parser: Parser<unknown> | undefined): ((value: unknown) => boolean) | undefined {
  return parser && ((value) => parser(value).ok);
}

function must<T>(value: T | undefined, about: string): T {
  if (value === undefined) throw new Error(`No parser for ${about}`);
  return value;
}

/** A value of a type, and what is special about it. */
export interface Instance {
  readonly why: string;
  readonly value: unknown;
}

/**
 * The valid values of a type in a revision: those of its own folder and, in the legacy era, of the
 * folders before it, since no legacy revision took anything away. (The modern one did.)
 */
export function instancesOf(revision: Revision, type: string): readonly Instance[] {
  const folders = revisions.filter(
    (other) => other <= revision && eraOf(other) === eraOf(revision),
  );
  return folders.flatMap((folder) => readInstances(folder, type));
}

/** Values of a type that are wrong in a way that spoiling one place of a valid one does not make. */
export function rejectedOf(revision: Revision, type: string): readonly Instance[] {
  return readInstances(join(revision, 'rejected'), type);
}

function readInstances(folder: string, type: string): readonly Instance[] {
  const file = join(import.meta.dirname, 'corpus', folder, `${type}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Instance[]) : [];
}
