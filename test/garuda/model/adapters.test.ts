import { describe, expect, test } from 'vitest';
import {
  toAiSdk,
  toAnthropic,
  toAnthropicResult,
  toOpenAI,
  toOpenAIChat,
  toOpenAIChatResult,
  toOpenAIResult,
  toolsFor,
} from '../../../src/garuda/model/index.ts';
import { SomeAccess, someTool, texts } from './some-access.ts';

const inputSchema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
const access = new SomeAccess(() => texts('3'));
const [tool] = toolsFor(
  [{ server: 'x', tools: [someTool('add', { description: 'Adds.', inputSchema })] }],
  { access },
).tools;
const { name, description } = tool!;
const [long] = toolsFor(
  [{ server: 'x', tools: [someTool('add', { description: 'x'.repeat(5_000) })] }],
  { access },
).tools;

const image = { mimeType: 'image/png', data: 'iVBORw==' } as const;
const plain = { text: 'three', images: [], isError: false };
const failed = { text: 'no', images: [], isError: true };
const shown = { text: 'see', images: [image], isError: false };

// As the interfaces are documented, written out.
describe('a tool', () => {
  test.each([
    {
      to: 'Anthropic',
      made: toAnthropic(tool!),
      form: { name, description, input_schema: inputSchema },
    },
    {
      to: 'OpenAI',
      made: toOpenAI(tool!),
      form: { type: 'function', name, description, parameters: inputSchema, strict: false },
    },
    {
      to: 'OpenAI, the older way',
      made: toOpenAIChat(tool!),
      form: {
        type: 'function',
        function: { name, description, parameters: inputSchema, strict: false },
      },
    },
  ])('for $to', ({ made, form }) => {
    expect(made).toStrictEqual(form);
    expect(JSON.parse(JSON.stringify(made))).toStrictEqual(form);
  });

  test('a description for OpenAI has at most 1,024 characters', () => {
    expect(long!.description.length).toBe(2_000);
    expect(toOpenAI(long!).description.length).toBe(1_024);
    expect(toOpenAIChat(long!).function.description.length).toBe(1_024);
    expect(toAnthropic(long!).description.length).toBe(2_000);
  });
});

describe('a result', () => {
  test.each([
    {
      to: 'Anthropic',
      made: toAnthropicResult('t1', plain),
      form: {
        type: 'tool_result',
        tool_use_id: 't1',
        content: [{ type: 'text', text: 'three' }],
        is_error: false,
      },
    },
    {
      to: 'Anthropic, failed',
      made: toAnthropicResult('t1', failed),
      form: {
        type: 'tool_result',
        tool_use_id: 't1',
        content: [{ type: 'text', text: 'no' }],
        is_error: true,
      },
    },
    {
      to: 'Anthropic, with an image',
      made: toAnthropicResult('t1', shown),
      form: {
        type: 'tool_result',
        tool_use_id: 't1',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
        ],
        is_error: false,
      },
    },
    {
      to: 'OpenAI',
      made: toOpenAIResult('c1', plain),
      form: { type: 'function_call_output', call_id: 'c1', output: 'three' },
    },
    {
      to: 'OpenAI, failed',
      made: toOpenAIResult('c1', failed),
      form: { type: 'function_call_output', call_id: 'c1', output: '[the tool failed]\nno' },
    },
    {
      to: 'OpenAI, with an image',
      made: toOpenAIResult('c1', shown),
      form: {
        type: 'function_call_output',
        call_id: 'c1',
        output: [
          { type: 'input_text', text: 'see' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw==', detail: 'auto' },
        ],
      },
    },
    {
      to: 'OpenAI, the older way',
      made: toOpenAIChatResult('c1', plain),
      form: { role: 'tool', tool_call_id: 'c1', content: 'three' },
    },
    {
      to: 'OpenAI, the older way, failed',
      made: toOpenAIChatResult('c1', failed),
      form: { role: 'tool', tool_call_id: 'c1', content: '[the tool failed]\nno' },
    },
  ])('for $to', ({ made, form }) => {
    expect(made).toStrictEqual(form);
  });
});

describe('a tool for the AI SDK', () => {
  const made = toAiSdk(tool!);

  test('is of a kind that is not known before, with a schema that the SDK takes for its own', () => {
    const { type, inputSchema: schema } = made;
    expect({ type, description: made.description }).toEqual({ type: 'dynamic', description });
    // How the SDK looks whether something is a schema.
    const mark = Symbol.for('vercel.ai.schema');
    expect((schema as unknown as Record<symbol, unknown>)[mark]).toBe(true);
    expect('validate' in schema).toBe(true);
    expect(schema.jsonSchema).toEqual(inputSchema);
  });

  test('calls the tool, and hands the signal on', async () => {
    const seen: unknown[] = [];
    const spied = toAiSdk({
      ...tool!,
      call: (input, options) => (seen.push(input, options), Promise.resolve(plain)),
    });
    const { signal } = new AbortController();
    expect(await spied.execute({ a: 1 }, { abortSignal: signal })).toEqual(plain);
    await spied.execute({ a: 2 });
    expect(seen).toEqual([{ a: 1 }, { signal }, { a: 2 }, {}]);
  });

  test.each([
    { why: 'a text', output: plain, five: { type: 'text', value: 'three' } },
    { why: 'a failure', output: failed, five: { type: 'error-text', value: 'no' } },
    {
      why: 'an image',
      output: shown,
      five: {
        type: 'content',
        value: [
          { type: 'text', text: 'see' },
          { type: 'media', data: 'iVBORw==', mediaType: 'image/png' },
        ],
      },
      six: {
        type: 'content',
        value: [
          { type: 'text', text: 'see' },
          { type: 'image-data', data: 'iVBORw==', mediaType: 'image/png' },
        ],
      },
    },
  ])('tells the model of $why, in both versions', ({ output, five, six = five }) => {
    expect(made.toModelOutput(output)).toEqual(five);
    const call = { toolCallId: 't', input: {}, output };
    expect(made.toModelOutput(call)).toEqual(six);
  });
});
