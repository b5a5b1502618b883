import { appOfTool } from '../../client/index.ts';
import type { Tool } from '../../protocol/index.ts';
import { serverName } from '../registry/server-name.ts';
import { describeTool } from './describe-tool.ts';
import { fitSchema } from './fit-schema.ts';
import { asResult, failedResult, inputOf } from './host-result.ts';
import { LeftOut, type ModelNotice } from './left-out.ts';
import type { ModelTool } from './model-tool.ts';
import { MemoryKeeper, type OutputKeeper } from './output-keeper.ts';
import { readOnTool } from './read-on-tool.ts';
import { resourceTools } from './resource-tools.ts';
import { resultText, type ResultLimits } from './result-text.ts';
import type { OfferedServer, ServerAccess } from './server-access.ts';
import { modelToolName } from './tool-name.ts';
import { unverifiedHints } from './unverified-hints.ts';

/**
 * What a model is given of servers.
 *
 * @public
 */
export interface ToolsForOptions extends ResultLimits {
  readonly access: ServerAccess;
  /** Tools of one server. @defaultValue 100 */
  readonly maxTools?: number;
  /** Keeps long outputs; `null` keeps none. @defaultValue a {@link MemoryKeeper} */
  readonly keeper?: OutputKeeper | null;
}

/**
 * Tools for a model, and what a person should know of those that are left out.
 *
 * @public
 */
export interface ToolsForModel {
  readonly tools: readonly ModelTool[];
  readonly notices: readonly ModelNotice[];
}

/**
 * The tools of servers as a model can have them, in the order of the servers, with two for the resources of each
 * server that has some, and one to read on in long outputs.
 *
 * Left out, with a notice, is what is beyond the first hundred of a server, has no legal name or one that is taken,
 * or a schema that does not fit; without one, what is not meant for models.
 *
 * @throws TypeError for a server whose name a registry would not take
 * @public
 */
export function toolsFor(
  servers: readonly OfferedServer[],
  options: ToolsForOptions,
): ToolsForModel {
  const keeper = options.keeper === undefined ? new MemoryKeeper() : (options.keeper ?? undefined);
  const tools = new Map<string, ModelTool>();
  const notices: ModelNotice[] = [];
  for (const offered of servers) {
    if (!serverName.test(offered.server)) {
      throw new TypeError(`expected names of servers to match ${serverName.source}`);
    }
    const left = new LeftOut(offered.server);
    for (const tool of toolsOf(offered, { ...options, keeper }, left)) {
      if (tools.has(tool.name)) left.add('the name is taken', tool.tool);
      else tools.set(tool.name, tool);
    }
    notices.push(...left.notices);
  }
  if (keeper !== undefined && tools.size > 0) {
    const readOn = readOnTool(keeper, options.maxCharacters ?? 30_000);
    tools.set(readOn.name, readOn);
  }
  return { tools: [...tools.values()], notices };
}

interface Parts extends ResultLimits {
  readonly access: ServerAccess;
  readonly maxTools?: number;
  readonly keeper: OutputKeeper | undefined;
}

function* toolsOf(offered: OfferedServer, parts: Parts, left: LeftOut): Iterable<ModelTool> {
  const { server, tools, hasResources } = offered;
  const { maxTools = 100, access, keeper } = parts;
  for (const tool of tools.slice(0, maxTools)) {
    const made = modelTool(server, tool, parts, left);
    if (made !== undefined) yield made;
  }
  if (tools.length > maxTools) left.beyond(tools.length - maxTools, maxTools);
  if (hasResources === true && access.resources !== undefined) {
    yield* resourceTools(server, { access: access.resources, limits: parts, keeper });
  }
}

function modelTool(server: string, tool: Tool, parts: Parts, left: LeftOut): ModelTool | undefined {
  // Some tools are for the views of an app alone.
  if (!appOfTool(tool).visibility.includes('model')) return undefined;
  const name = modelToolName(server, tool.name);
  if (name === undefined) return left.add('the name is too long', tool.name);
  const fit = fitSchema(tool.inputSchema);
  if (!fit.ok) return left.add(fit.why, tool.name);
  const source = { server, tool: tool.name };
  return {
    ...source,
    name,
    description: describeTool(server, tool),
    inputSchema: fit.schema,
    hints: unverifiedHints(tool),
    call: (input, { signal } = {}) =>
      asResult(source, signal, async () => {
        const given = inputOf(input);
        if (given === undefined) return failedResult(source, 'expected an object of arguments');
        const how = signal === undefined ? {} : { signal };
        const result = await parts.access.call({ ...source, arguments: given }, how);
        return await resultText(result, source, parts, parts.keeper);
      }),
  };
}
