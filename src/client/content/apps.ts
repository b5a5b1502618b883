import type { JsonObject, Resource, ResourceContents, Tool } from '../../protocol/index.ts';
import { isObject } from '../is-object.ts';
import type { Extension } from '../extension.ts';

/** The one form that an app has so far. */
const mimeType = 'text/html;profile=mcp-app';

/**
 * Declares to servers that this program shows MCP Apps: one of the `extensions` of `connect`. Only the
 * metadata of apps is read here; a program that declares this draws the view and speaks with it.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx | MCP Apps}
 * @public
 */
export const apps: Extension = {
  id: 'io.modelcontextprotocol/ui',
  settings: { mimeTypes: [mimeType] },
};

/**
 * What a tool says of its app.
 *
 * @public
 */
export interface ToolApp {
  /** A `ui:` URI to read, whose view shows the tool's results. */
  readonly resourceUri?: string;
  /**
   * Who may see and call the tool. A host must not show one to a model that is not for the model, and
   * must refuse the call of an app that is not for apps, or comes from an app of another server.
   */
  readonly visibility: readonly ('model' | 'app')[];
}

/**
 * What a tool says of its app; malformed members count as absent. Without a word of it, a tool has no
 * app and is for both.
 *
 * @public
 */
export function appOfTool(tool: Pick<Tool, '_meta'>): ToolApp {
  const { resourceUri, visibility } = uiOf(tool) ?? {};
  // The flat key is what drafts had.
  const uri = [resourceUri, tool._meta?.['ui/resourceUri']].find(isAppUri);
  return {
    ...(uri !== undefined && { resourceUri: uri }),
    visibility: Array.isArray(visibility)
      ? (['model', 'app'] as const).filter((who) => visibility.includes(who))
      : ['model', 'app'],
  };
}

/**
 * What a view wants of its host. All of it is a wish: a host may grant less, and never more.
 *
 * @public
 */
export interface AppView {
  /** Origins for each purpose. An empty list means none (`baseUriDomains`: the view's own). */
  readonly csp: Readonly<Record<CspMember, readonly string[]>>;
  readonly permissions: readonly ('camera' | 'microphone' | 'geolocation' | 'clipboardWrite')[];
  /** The origin to give the view, in a form that each host defines. */
  readonly domain?: string;
  readonly prefersBorder?: boolean;
}

/** What the origins of a view are for. @public */
export type CspMember = 'connectDomains' | 'resourceDomains' | 'frameDomains' | 'baseUriDomains';

/**
 * What the contents of a `ui:` resource want of the host that shows them; `undefined` where they are no
 * app. Malformed members count as absent, and origins that could not stand in a Content-Security-Policy
 * are left out.
 *
 * @param listed - the entry in the list of resources, which counts where the contents say nothing
 * @public
 */
export function appViewOf(
  contents: Pick<ResourceContents, 'uri' | 'mimeType' | '_meta'>,
  listed?: Pick<Resource, '_meta'>,
): AppView | undefined {
  if (
    !isAppUri(contents.uri) ||
    contents.mimeType?.replaceAll(' ', '').toLowerCase() !== mimeType
  ) {
    return undefined;
  }
  const { csp, permissions, domain, prefersBorder } = uiOf(contents) ?? uiOf(listed ?? {}) ?? {};
  const granted = isObject(permissions) ? permissions : {};
  const origins = (member: CspMember): readonly string[] => originsIn(csp, member);
  return {
    csp: {
      connectDomains: origins('connectDomains'),
      resourceDomains: origins('resourceDomains'),
      frameDomains: origins('frameDomains'),
      baseUriDomains: origins('baseUriDomains'),
    },
    permissions: (['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const).filter(
      (name) => isObject(granted[name]),
    ),
    ...(typeof domain === 'string' && { domain }),
    ...(typeof prefersBorder === 'boolean' && { prefersBorder }),
  };
}

/** A quote, a semicolon or a space would end the list of origins in a policy, and begin something else. */
function originsIn(csp: unknown, member: CspMember): readonly string[] {
  const origins = isObject(csp) ? csp[member] : undefined;
  if (!Array.isArray(origins)) return [];
  return origins.filter(
    (origin): origin is string =>
      typeof origin === 'string' && /^[!-~]+$/.test(origin) && !/[;,'"]/.test(origin),
  );
}

function uiOf({ _meta }: { readonly _meta?: JsonObject }): JsonObject | undefined {
  const ui = _meta?.['ui'];
  return isObject(ui) ? ui : undefined;
}

function isAppUri(uri: unknown): uri is string {
  return typeof uri === 'string' && uri.startsWith('ui://');
}
