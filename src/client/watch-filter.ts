import type { JsonObject, ServerCapabilities } from '../protocol/index.ts';

/**
 * What to watch.
 *
 * @public
 */
export interface WatchFilter {
  /** The list of tools. */
  readonly tools?: boolean;
  /** The list of prompts. */
  readonly prompts?: boolean;
  /** The list of resources and that of their templates. */
  readonly resourceList?: boolean;
  /** Single resources, by URI. */
  readonly resources?: readonly string[];
}

/** Whether a filter, which a caller without types may have given, lets anything through. */
export function namesSomething(filter: WatchFilter | null | undefined): boolean {
  const { tools, prompts, resourceList, resources } = filter ?? {};
  const isListed = Array.isArray(resources) && resources.length > 0;
  return tools === true || prompts === true || resourceList === true || isListed;
}

/** A filter as the modern era writes it. */
export function wireFilter(filter: WatchFilter): JsonObject {
  return {
    ...(filter.tools === true && { toolsListChanged: true }),
    ...(filter.prompts === true && { promptsListChanged: true }),
    ...(filter.resourceList === true && { resourcesListChanged: true }),
    ...(filter.resources !== undefined && { resourceSubscriptions: filter.resources }),
  };
}

/**
 * What a server that acknowledged this will not tell of. One that says nothing of a filter is taken
 * to honour it all.
 */
export function leftOut(filter: WatchFilter, honoured: unknown): WatchFilter {
  if (typeof honoured !== 'object' || honoured === null) return {};
  const kept = honoured as JsonObject;
  const uris: unknown = kept['resourceSubscriptions'];
  const resources = filter.resources?.filter((uri) => !Array.isArray(uris) || !uris.includes(uri));
  return lackOf(filter, {
    tools: kept['toolsListChanged'],
    prompts: kept['promptsListChanged'],
    resourceList: kept['resourcesListChanged'],
    resources,
  });
}

/** What a server of the legacy era with these capabilities will not tell of; it refuses single resources. */
export function notDeclared(filter: WatchFilter, declared: ServerCapabilities): WatchFilter {
  return lackOf(filter, {
    tools: declared.tools?.listChanged,
    prompts: declared.prompts?.listChanged,
    resourceList: declared.resources?.listChanged,
    resources: undefined,
  });
}

interface Honoured {
  readonly tools: unknown;
  readonly prompts: unknown;
  readonly resourceList: unknown;
  /** Those that are not. */
  readonly resources: readonly string[] | undefined;
}

function lackOf(filter: WatchFilter, honoured: Honoured): WatchFilter {
  const { resources = [] } = honoured;
  return {
    ...(filter.tools === true && honoured.tools !== true && { tools: true }),
    ...(filter.prompts === true && honoured.prompts !== true && { prompts: true }),
    ...(filter.resourceList === true && honoured.resourceList !== true && { resourceList: true }),
    ...(resources.length > 0 && { resources }),
  };
}
