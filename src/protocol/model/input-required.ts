import type { ElicitParams, ElicitResult } from './elicitation.ts';
import type { JsonObject } from './json.ts';
import type { ListRootsResult } from './root.ts';
import type { CreateMessageParams, CreateMessageResult } from './sampling.ts';

/**
 * One thing that a server needs before it can go on, embedded in a result (modern era).
 *
 * @public
 */
export type InputRequest =
  | { readonly method: 'elicitation/create'; readonly params: ElicitParams }
  | { readonly method: 'sampling/createMessage'; readonly params: CreateMessageParams }
  | { readonly method: 'roots/list'; readonly params?: { readonly _meta?: JsonObject } };

/**
 * The answer to an {@link InputRequest}.
 *
 * @public
 */
export type InputResponse = ElicitResult | CreateMessageResult | ListRootsResult;

/**
 * A result that asks for input: the request is to be sent again with `inputResponses` under the same
 * keys and with `requestState` as it came.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequiredresult | InputRequiredResult}
 * @public
 */
export interface InputRequiredResult {
  readonly resultType: 'input_required';
  readonly inputRequests?: { readonly [key: string]: InputRequest };
  readonly requestState?: string;
  readonly _meta?: JsonObject;
}
