import type {
  Icon,
  Implementation,
  JsonObject,
  Revision,
  ServerCapabilities,
} from '../protocol/index.ts';
import { isObject } from './is-object.ts';

/**
 * Who the server is and how it is spoken with. Plain JSON: it can be stored and handed to the next
 * `connect`. Everything but `era` and `revision` is the server's own word, for display only.
 *
 * @public
 */
export interface ServerDescription {
  readonly era: 'legacy' | 'modern';
  readonly revision: Revision;
  /** Empty where the server does not say. */
  readonly name: string;
  /** Empty where the server does not say. */
  readonly version: string;
  readonly title?: string;
  readonly icons?: readonly Icon[];
  readonly capabilities: ServerCapabilities;
  /** What the server tells a model about itself: untrusted text. */
  readonly instructions?: string;
}

/** What an answer to `initialize` or `server/discover` says of the server. */
export function describeServer(
  agreed: { readonly era: 'legacy' | 'modern'; readonly revision: Revision },
  result: JsonObject,
): ServerDescription {
  const who = whoIn(result);
  const { capabilities, instructions } = result;
  return Object.freeze({
    ...agreed,
    name: typeof who?.name === 'string' ? who.name : '',
    version: typeof who?.version === 'string' ? who.version : '',
    ...(typeof who?.title === 'string' && { title: who.title }),
    ...(Array.isArray(who?.icons) && { icons: who.icons.filter(isIcon) }),
    capabilities: isObject(capabilities) ? (capabilities as ServerCapabilities) : {},
    ...(typeof instructions === 'string' && { instructions }),
  });
}

/** In the modern era the name stands in `_meta`; older drafts had it beside the versions. */
function whoIn(result: JsonObject): Partial<Implementation> | undefined {
  const meta = result['_meta'];
  const inMeta = isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined;
  const who = inMeta ?? result['serverInfo'];
  return isObject(who) ? who : undefined;
}

function isIcon(value: unknown): value is Icon {
  return isObject(value) && typeof value['src'] === 'string';
}
