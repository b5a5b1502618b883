import {
  eraOf,
  newestOf,
  revisions as everyRevision,
  type Implementation,
  type InitializeResult,
  type Revision,
  type ServerCapabilities,
} from '../../protocol/index.ts';
import type { ServerScript } from './server-script.ts';

const someone: Implementation = { name: 'scripted', version: '1.0.0' };

/** The revisions that a script speaks, oldest first. */
export function spokenBy({ revision = everyRevision }: ServerScript): readonly Revision[] {
  const wanted: readonly Revision[] = typeof revision === 'string' ? [revision] : revision;
  return everyRevision.filter((each) => wanted.includes(each));
}

/** What a script offers: what it says, else what it has. */
export function capabilitiesOf(script: ServerScript): ServerCapabilities {
  if (script.capabilities !== undefined) return script.capabilities;
  const { tools, resources, resourceTemplates, prompts, complete } = script;
  return {
    logging: {},
    ...(tools !== undefined && { tools: { listChanged: true } }),
    ...((resources ?? resourceTemplates) !== undefined && {
      resources: { subscribe: true, listChanged: true },
    }),
    ...(prompts !== undefined && { prompts: { listChanged: true } }),
    ...(complete !== undefined && { completions: {} }),
  };
}

/** The answer to `initialize`, or `undefined` where the script speaks no legacy revision. */
export function initializeResult(
  script: ServerScript,
  requested: unknown,
): (InitializeResult & { readonly protocolVersion: Revision }) | undefined {
  const legacy = spokenBy(script).filter((revision) => eraOf(revision) === 'legacy');
  // What is not spoken here is answered with the newest that is (2025-11-25/basic/lifecycle,
  // Version Negotiation).
  const protocolVersion = legacy.find((revision) => revision === requested) ?? legacy.at(-1);
  if (protocolVersion === undefined) return undefined;
  const { serverInfo = someone } = script;
  return { protocolVersion, serverInfo, ...described(script) };
}

/** The answer to `server/discover`. */
export function discoverResult(script: ServerScript): object {
  const { serverInfo = someone } = script;
  return {
    supportedVersions: spokenBy(script),
    ...described(script),
    _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
  };
}

/** Whether a script speaks an era at all. */
export function speaks(script: ServerScript, era: 'legacy' | 'modern'): boolean {
  return spokenBy(script).some((revision) => eraOf(revision) === era);
}

/** The data of the error that refuses a version. */
export function versionsOf(script: ServerScript, requested: unknown): object {
  return { supported: spokenBy(script), requested: requested ?? newestOf('modern') };
}

function described(script: ServerScript): Pick<InitializeResult, 'capabilities' | 'instructions'> {
  const { instructions } = script;
  const capabilities = capabilitiesOf(script);
  return { capabilities, ...(instructions !== undefined && { instructions }) };
}
