import { quote } from '../../../protocol/index.ts';

/** Why a URI template cannot be expanded. Adding a code is a minor change. @public */
export type TemplateErrorCode = 'MALFORMED_TEMPLATE' | 'UNUSABLE_VALUE' | 'URI_TOO_LONG';

/**
 * A URI template, or a value for it, that no URI can be made of.
 *
 * @public
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly code: TemplateErrorCode;
  /** Where in the template, counted from 0 as the index of a string. */
  readonly at: number;

  constructor(code: TemplateErrorCode, message: string, { template, at }: TemplatePlace) {
    const place = `at ${at} of the URI template ${quote(template)}`;
    super(`${place}: ${message} [${code}]`);
    this.code = code;
    this.at = at;
  }
}

/** A place in a template. @public */
export interface TemplatePlace {
  readonly template: string;
  readonly at: number;
}
