import type { JsonObject } from '../../protocol/index.ts';
import { pageOf } from './page.ts';
import { Refusal } from './refusal.ts';
import type { ScriptContext } from './script-context.ts';
import type { ScriptedAnswer, ScriptedPart, ServerScript } from './server-script.ts';

/** The answers that follow from the parts of a script, by method; what it does not have is not there. */
export function answersOf(script: ServerScript): Readonly<Record<string, ScriptedAnswer>> {
  const { tools, resources, resourceTemplates, prompts, complete } = script;
  const hasResources = (resources ?? resourceTemplates) !== undefined;
  return {
    ...(tools !== undefined && toolAnswers(script, tools)),
    ...(hasResources && resourceAnswers(script)),
    ...(prompts !== undefined && promptAnswers(script, prompts)),
    ...(complete !== undefined && { 'completion/complete': completion(complete) }),
    ...script.on,
  };
}

type Answers = Readonly<Record<string, ScriptedAnswer>>;

function toolAnswers(script: ServerScript, tools: NonNullable<ServerScript['tools']>): Answers {
  return {
    'tools/list': list(script, 'tools', () =>
      tools.map(({ tool }) => ({ inputSchema: { type: 'object' }, ...tool })),
    ),
    'tools/call': (params, context) => {
      const found = tools.find(({ tool }) => tool.name === params['name']);
      if (found === undefined) throw new Refusal(-32_602, `no tool is named so`);
      return take(found.call, argumentsIn(params), context, (text) => ({
        content: text === undefined ? [] : [{ type: 'text', text }],
      }));
    },
  };
}

function resourceAnswers(script: ServerScript): Answers {
  const { resources = [], resourceTemplates = [] } = script;
  return {
    'resources/list': list(script, 'resources', () => resources.map(({ resource }) => resource)),
    'resources/templates/list': list(script, 'resourceTemplates', () =>
      resourceTemplates.map(({ resourceTemplate }) => resourceTemplate),
    ),
    'resources/read': (params, context) => {
      const uri = String(params['uri']);
      const found =
        resources.find(({ resource }) => resource.uri === uri) ??
        resourceTemplates.find(({ resourceTemplate }) => fits(uri, resourceTemplate.uriTemplate));
      // The modern era says this with the code for invalid parameters.
      const code = context.era === 'modern' ? -32_602 : -32_002;
      if (found === undefined) throw new Refusal(code, 'there is no such resource', { uri });
      return take(found.read, { uri }, context, (text = '') => ({ contents: [{ uri, text }] }));
    },
  };
}

function promptAnswers(
  script: ServerScript,
  prompts: NonNullable<ServerScript['prompts']>,
): Answers {
  return {
    'prompts/list': list(script, 'prompts', () => prompts.map(({ prompt }) => prompt)),
    'prompts/get': (params, context) => {
      const found = prompts.find(({ prompt }) => prompt.name === params['name']);
      if (found === undefined) throw new Refusal(-32_602, `no prompt is named so`);
      return take(found.get, argumentsIn(params), context, (text) => ({
        messages: text === undefined ? [] : [{ role: 'user', content: { type: 'text', text } }],
      }));
    },
  };
}

function completion(complete: NonNullable<ServerScript['complete']>): ScriptedAnswer {
  return ({ argument }) => {
    const values = complete(argument as { readonly name: string; readonly value: string });
    // At most 100 values in an answer (2026-07-28/server/utilities/completion, Completion Results).
    const { length: total } = values;
    return { completion: { values: values.slice(0, 100), total, hasMore: total > 100 } };
  };
}

function list(
  script: ServerScript,
  key: string,
  entries: () => readonly unknown[],
): ScriptedAnswer {
  const { pageSize } = script;
  return ({ cursor }) =>
    pageOf(key, entries(), { ...(pageSize !== undefined && { pageSize }), cursor });
}

async function take(
  part: ScriptedPart | undefined,
  args: JsonObject,
  context: ScriptContext,
  simplest: (text: string | undefined) => object,
): Promise<object> {
  const given = await part?.(args, context);
  return typeof given === 'object' ? given : simplest(given);
}

function argumentsIn(params: JsonObject): JsonObject {
  return (params['arguments'] ?? {}) as JsonObject;
}

function fits(uri: string, uriTemplate: string): boolean {
  return uri.startsWith(uriTemplate.split('{', 1)[0] ?? uriTemplate);
}
