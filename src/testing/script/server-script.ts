import type {
  CacheHint,
  Clock,
  Implementation,
  JsonObject,
  Prompt,
  Resource,
  ResourceTemplate,
  Revision,
  ServerCapabilities,
  Tool,
} from '../../protocol/index.ts';
import type { ScriptContext } from './script-context.ts';

/**
 * What a scripted server is, offers and does. The lists are read for each request, so that a test may
 * change them.
 *
 * @public
 */
export interface ServerScript {
  /** What it speaks. Default: every revision. */
  readonly revision?: Revision | readonly Revision[];
  /** Default: `scripted`, 1.0.0. */
  readonly serverInfo?: Implementation;
  readonly instructions?: string;
  /** Default: what follows from the rest of the script. */
  readonly capabilities?: ServerCapabilities;
  readonly tools?: readonly ScriptedTool[];
  readonly resources?: readonly ScriptedResource[];
  readonly resourceTemplates?: readonly ScriptedTemplate[];
  readonly prompts?: readonly ScriptedPrompt[];
  /** The values that an argument may take, by what is typed so far. */
  readonly complete?: (argument: { readonly name: string; readonly value: string }) => string[];
  /** Entries on a page of a list. Default: all on one. */
  readonly pageSize?: number;
  /** How long what can be kept may be kept (modern era). Default: not at all, private. */
  readonly cache?: CacheHint;
  /** Answers of one's own by method, also in the place of those above. */
  readonly on?: Readonly<Record<string, ScriptedAnswer>>;
  /** What every wait of a fault goes by. Default: the run-time's own. */
  readonly clock?: Clock;
}

/**
 * Answers a request with a result as it goes over the wire.
 *
 * @throws Refusal to answer with an error
 * @public
 */
export type ScriptedAnswer = (
  params: JsonObject,
  context: ScriptContext,
) => object | Promise<object>;

/** A tool and what it does. @public */
export interface ScriptedTool {
  /** Without an input schema it takes any object. */
  readonly tool: Omit<Tool, 'inputSchema'> & Partial<Pick<Tool, 'inputSchema'>>;
  /** A text is the whole content of the result. Default: a result without content. */
  readonly call?: ScriptedPart;
}

/** A resource and what is in it. @public */
export interface ScriptedResource {
  readonly resource: Resource;
  /** Gets the URI as `uri`; a text is all that is in it. Default: an empty text. */
  readonly read?: ScriptedPart;
}

/** A family of resources: all whose URI begins as the template does before its first variable. @public */
export interface ScriptedTemplate {
  readonly resourceTemplate: ResourceTemplate;
  /** As that of a resource. */
  readonly read?: ScriptedPart;
}

/** A prompt and what it says. @public */
export interface ScriptedPrompt {
  readonly prompt: Prompt;
  /** A text is its one message, of the user. Default: no message. */
  readonly get?: ScriptedPart;
}

/**
 * What a part of a server does with its arguments. A text stands for the simplest result that has it;
 * an object is the result as it goes over the wire.
 *
 * @throws Refusal to answer with an error
 * @public
 */
export type ScriptedPart = (
  args: JsonObject,
  context: ScriptContext,
) => string | object | Promise<string | object>;
