import { OAuthError } from '../errors.ts';
import type { Network } from '../network/network.ts';
import { textOf } from './attempt.ts';
import { type Document, isObject } from './first-document.ts';

/** What is wrong with a document, as the end of a sentence about it. */
export class Misfit extends Error {
  override readonly name = 'Misfit';
  /** Whether it is an address that the policy refuses. */
  readonly isRefusal: boolean;

  constructor(why: string, isRefusal = false) {
    super(why);
    this.isRefusal = isRefusal;
  }
}

/** A list of texts; what is no text in it is passed over. `null` means as much as nothing. */
export function listIn(document: Document, name: string): string[] | undefined {
  const value = memberOf(document, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Misfit(`in which ${name} is no list`);
  return value.filter((entry) => typeof entry === 'string');
}

export function flagIn(document: Document, name: string): boolean | undefined {
  const value = memberOf(document, name);
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Misfit(`in which ${name} is neither true nor false`);
}

export function textIn(document: Document, name: string): string | undefined {
  const value = memberOf(document, name);
  if (value === undefined || typeof value === 'string') return value;
  throw new Misfit(`in which ${name} is no text`);
}

/** An address that the policy allows, as it is written. */
export function endpointIn(document: Document, name: string, network: Network): string | undefined {
  const value = textIn(document, name);
  if (value === undefined) return undefined;
  try {
    network.check(value, name);
    return value;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new Misfit(`is refused: ${textOf(error)}`, true);
  }
}

export function documentIn(document: Document, name: string): Document | undefined {
  const value = memberOf(document, name);
  if (value === undefined || isObject(value)) return value;
  throw new Misfit(`in which ${name} is no object`);
}

/** The members that are read have names that no object inherits. */
function memberOf(document: Document, name: string): unknown {
  return document[name] ?? undefined;
}
