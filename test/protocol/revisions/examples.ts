import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageKind } from './messages.ts';
import { examplesFolder } from './spec-schema.ts';

/** One of the specification's examples, as a message or put into one. */
export interface ExampleCase {
  readonly file: string;
  readonly kind: MessageKind;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

const complete = { resultType: 'complete' };
const listed = { ...complete, ttlMs: 0, cacheScope: 'private' };
const discovered = { ...listed, supportedVersions: [] };
const requestMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** How an example that is only a part of a message is made one: the type of the message, and the rest of it. */
const wrappers: Readonly<Record<string, readonly [string, (part: unknown) => unknown]>> = {
  AudioContent: content(),
  ImageContent: content(),
  TextContent: content(),
  EmbeddedResource: content(),
  ResourceLink: content(),
  BlobResourceContents: ['ReadResourceResult', (part) => ({ ...listed, contents: [part] })],
  TextResourceContents: ['ReadResourceResult', (part) => ({ ...listed, contents: [part] })],
  BooleanSchema: field(),
  NumberSchema: field(),
  StringSchema: field(),
  TitledMultiSelectEnumSchema: field(),
  TitledSingleSelectEnumSchema: field(),
  UntitledMultiSelectEnumSchema: field(),
  UntitledSingleSelectEnumSchema: field(),
  ClientCapabilities: [
    'DiscoverRequest',
    (part) => ({
      _meta: { ...requestMeta, 'io.modelcontextprotocol/clientCapabilities': part },
    }),
  ],
  ServerCapabilities: ['DiscoverResult', (part) => ({ ...discovered, capabilities: part })],
  CreateMessageRequest: input((part) => part),
  ElicitRequest: input((part) => part),
  ListRootsRequest: input((part) => part),
  InputRequests: [
    'InputRequiredResult',
    (part) => ({ resultType: 'input_required', inputRequests: part }),
  ],
  CreateMessageRequestParams: input((params) => ({ method: 'sampling/createMessage', params })),
  ElicitRequestFormParams: input((params) => ({ method: 'elicitation/create', params })),
  ElicitRequestURLParams: input((params) => ({ method: 'elicitation/create', params })),
  ModelPreferences: sampling((modelPreferences) => ({ messages: [], modelPreferences })),
  SamplingMessage: sampling((message) => ({ messages: [message] })),
  ToolResultContent: sampling((part) => ({ messages: [{ role: 'user', content: part }] })),
  ToolUseContent: sampling((part) => ({ messages: [{ role: 'assistant', content: part }] })),
  CreateMessageResult: response(),
  ElicitResult: response(),
  ListRootsResult: response(),
  Root: ['CallToolRequest', (part) => answered({ a: { roots: [part] } })],
  InputResponses: ['CallToolRequest', answered],
  PaginatedRequestParams: ['ListToolsRequest', (part) => part],
  Resource: ['ListResourcesResult', (part) => ({ ...listed, resources: [part] })],
  Tool: ['ListToolsResult', (part) => ({ ...listed, tools: [part] })],
};

/** Errors that carry nothing a client reads. */
const bareErrors: ReadonlySet<string> = new Set([
  'HeaderMismatchError',
  'InternalError',
  'InvalidParamsError',
  'MethodNotFoundError',
  'ParseError',
]);

/**
 * Examples that the schema beside them does not accept: this one is a result of resources/read without
 * the cache hint that the schema wants.
 */
export const invalidExamples: ReadonlySet<string> = new Set([
  'ReadResourceResultResponse/read-resource-result-response.json',
]);

/** The examples, each with the kind of its message; and those whose type is of no known kind. */
export function exampleCases(kinds: readonly MessageKind[]): {
  readonly cases: readonly ExampleCase[];
  readonly foreign: readonly string[];
} {
  const folder = examplesFolder('2026-07-28');
  const cases: ExampleCase[] = [];
  const foreign: string[] = [];
  for (const type of readdirSync(folder).filter((name) => !bareErrors.has(name))) {
    for (const name of readdirSync(join(folder, type))) {
      const file = `${type}/${name}`;
      const example = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Members;
      const [kindType, value] = messageIn(type, example);
      const found = kinds.filter((kind) => kind.type === kindType);
      if (found.length === 0) foreign.push(file);
      cases.push(...found.map((kind) => ({ file, kind, value })));
    }
  }
  return { cases, foreign };
}

function messageIn(type: string, example: Members): readonly [string, unknown] {
  const wrapper = wrappers[type];
  if (wrapper !== undefined) return [wrapper[0], wrapper[1](example)];
  if (type.endsWith('Params')) return [type.slice(0, -'Params'.length), example];
  if (type.endsWith('Response'))
    return resultIn(type.slice(0, -'Response'.length), example['result']);
  if (type.endsWith('Error')) return [type, (example['error'] as Members)['data']];
  if (type.endsWith('Result')) return resultIn(type, example);
  return [type, example['params'] ?? {}];
}

function resultIn(type: string, result: unknown): readonly [string, unknown] {
  const { resultType } = result as Members;
  return [resultType === 'input_required' ? 'InputRequiredResult' : type, result];
}

function content(): (typeof wrappers)[string] {
  return ['CallToolResult', (part) => ({ ...complete, content: [part] })];
}

function input(request: (part: unknown) => unknown): (typeof wrappers)[string] {
  return [
    'InputRequiredResult',
    (part) => ({ resultType: 'input_required', inputRequests: { a: request(part) } }),
  ];
}

function sampling(params: (part: unknown) => object): (typeof wrappers)[string] {
  return input((part) => ({
    method: 'sampling/createMessage',
    params: { maxTokens: 1, ...params(part) },
  }));
}

function field(): (typeof wrappers)[string] {
  return input((part) => ({
    method: 'elicitation/create',
    params: { message: '', requestedSchema: { type: 'object', properties: { field: part } } },
  }));
}

function response(): (typeof wrappers)[string] {
  return ['CallToolRequest', (part) => answered({ a: part })];
}

function answered(inputResponses: unknown): unknown {
  return { _meta: requestMeta, name: 'tool', inputResponses };
}
