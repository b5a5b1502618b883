import type {
  ClientCapabilities,
  CreateMessageParams,
  CreateMessageResult,
  ElicitFormParams,
  ElicitResult,
  ElicitUrlParams,
  JsonObject,
  Root,
} from '../../protocol/index.ts';

/**
 * What a handler is told of a question besides its parameters.
 *
 * @public
 */
export interface QuestionContext {
  /** The label of the server that asks: a person is to be told who wants to know. */
  readonly server: string;
  /** Aborted when the answer is wanted no more, or its time is over. */
  readonly signal: AbortSignal;
  /** The call that the server works on, where that is known: always in the modern era. */
  readonly method?: string | undefined;
  /** The tool, prompt or URI of that call. */
  readonly subject?: string | undefined;
  /**
   * Of a page to visit: resolves once the server says that the user is through with it (2025-11-25
   * only, and even there it may never come).
   */
  readonly completed?: Promise<void>;
}

/**
 * What this client does for a server that asks, in both eras. What it declares to the server follows
 * from what is there.
 *
 * @public
 */
export interface QuestionHandlers {
  /**
   * Has a person fill in a form. The answer is checked against the form; fields that it leaves out
   * take the form's defaults. Forms of one server are asked one at a time.
   *
   * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation | Elicitation}
   */
  readonly onElicit?: (
    form: ElicitFormParams,
    context: QuestionContext,
  ) => ElicitResult | Promise<ElicitResult>;
  /**
   * Sends a person to a page, after showing its whole address and being allowed to. `accept` means
   * that the person agreed to go there. The address is the server's: nothing may be fetched from it
   * unasked.
   */
  readonly onElicitUrl?: (
    page: ElicitUrlParams,
    context: QuestionContext,
  ) => ElicitResult | Promise<ElicitResult>;
  /**
   * Gets a message from a model. `undefined`: the user does not want it.
   *
   * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/sampling | Sampling}
   */
  readonly onSample?: (
    request: CreateMessageParams,
    context: QuestionContext,
  ) => CreateMessageResult | undefined | Promise<CreateMessageResult | undefined>;
  /** What {@link QuestionHandlers.onSample} can do besides: use tools, take context of servers. */
  readonly sampling?: { readonly tools?: boolean; readonly context?: boolean };
  /**
   * The places that the server may work in: `file:` URIs. Say {@link Client.rootsChanged} when they change.
   *
   * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/roots | Roots}
   */
  readonly onListRoots?: (context: QuestionContext) => readonly Root[] | Promise<readonly Root[]>;
}

/** What handlers make this client declare, in the era that it speaks. */
export function capabilitiesOf(
  handlers: QuestionHandlers,
  era: 'legacy' | 'modern',
  extensions: ClientCapabilities['extensions'],
): ClientCapabilities {
  const { onElicit, onElicitUrl, onSample, onListRoots, sampling } = handlers;
  const elicitation = { ...has('form', onElicit), ...has('url', onElicitUrl) };
  return {
    ...(Object.keys(elicitation).length > 0 && { elicitation }),
    ...(onSample !== undefined && {
      sampling: {
        ...has('tools', sampling?.tools === true || undefined),
        ...has('context', sampling?.context === true || undefined),
      },
    }),
    ...(onListRoots !== undefined && { roots: era === 'legacy' ? { listChanged: true } : {} }),
    ...(extensions !== undefined && { extensions }),
  };
}

function has(name: string, what: unknown): { readonly [name: string]: JsonObject } {
  return what === undefined ? {} : { [name]: {} };
}
