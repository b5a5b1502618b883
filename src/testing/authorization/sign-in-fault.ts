import type { Fault } from '../faults/fault.ts';
import type { SignInPlace } from './places.ts';

/**
 * Something that a server of a sign-in does wrong with an answer; several are done in their order. What
 * comes in the place of any work (`status`, `page`, `redirect`, `refuse`) leaves the state as it was; after
 * all else it has changed, as where an answer is lost on its way.
 *
 * @public
 */
export type SignInFault =
  | Extract<
      Fault,
      {
        readonly kind:
          | 'drop'
          | 'hold'
          | 'status'
          | 'page'
          | 'redirect'
          | 'malformed'
          | 'cut'
          | 'content-type';
      }
    >
  /** An error of OAuth; for a sign-in page, by a redirect. Default: status 400. */
  | {
      readonly kind: 'refuse';
      readonly error: string;
      readonly description?: string;
      readonly status?: number;
    }
  /** The answer has so many bytes: white space behind it. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** It never ends: white space behind it, as fast as it is read. */
  | { readonly kind: 'endless' }
  /** Another document in its place. */
  | {
      readonly kind: 'edit';
      readonly edit: (document: Readonly<Record<string, unknown>>) => object;
    };

/** Which requests of a sign-in meet a fault: all that fit every member. @public */
export interface SignInFaultPlace {
  readonly on: SignInPlace;
  /** The grant type, at the token endpoint; the name of the tool, at the MCP endpoint. */
  readonly name?: string;
  /** Only the so-manieth of those that fit, from 1. */
  readonly nth?: number;
  /** Only the first so many of them. */
  readonly times?: number;
}
