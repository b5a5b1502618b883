import type { JsonObject } from './json.ts';

/**
 * A field for text.
 *
 * @public
 */
export interface StringField {
  readonly type: 'string';
  readonly title?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  readonly default?: string;
  readonly enum?: never;
  readonly oneOf?: never;
}

/**
 * A field for a number.
 *
 * @public
 */
export interface NumberField {
  readonly type: 'number' | 'integer';
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/**
 * A field for yes or no.
 *
 * @public
 */
export interface BooleanField {
  readonly type: 'boolean';
  readonly title?: string;
  readonly description?: string;
  readonly default?: boolean;
}

/**
 * A field for one of several strings: bare in `enum`, with titles in `oneOf`; `enumNames` is the older
 * way to give titles.
 *
 * @public
 */
export type ChoiceField = {
  readonly type: 'string';
  readonly title?: string;
  readonly description?: string;
  readonly default?: string;
} & (
  | { readonly enum: readonly string[]; readonly enumNames?: readonly string[] }
  | { readonly oneOf: readonly TitledChoice[]; readonly enum?: never }
);

/**
 * A field for any number of several strings. Since 2025-11-25.
 *
 * @public
 */
export interface MultipleChoiceField {
  readonly type: 'array';
  readonly title?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items:
    | { readonly type: 'string'; readonly enum: readonly string[] }
    | { readonly anyOf: readonly TitledChoice[]; readonly enum?: never };
  readonly default?: readonly string[];
}

/**
 * A value to choose and what to call it.
 *
 * @public
 */
export interface TitledChoice {
  readonly const: string;
  readonly title: string;
}

/**
 * One field of a form.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/schema#primitiveschemadefinition | PrimitiveSchemaDefinition}
 * @public
 */
export type FormField =
  | StringField
  | NumberField
  | BooleanField
  | ChoiceField
  | MultipleChoiceField;

/**
 * A form: a flat JSON Schema of an object.
 *
 * @public
 */
export interface FormSchema {
  readonly $schema?: string;
  readonly type: 'object';
  readonly properties: { readonly [name: string]: FormField };
  readonly required?: readonly string[];
}

/**
 * A server's request to fill in a form.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation | Elicitation}
 * @public
 */
export interface ElicitFormParams {
  readonly mode?: 'form';
  readonly message: string;
  readonly requestedSchema: FormSchema;
  readonly _meta?: JsonObject;
}

/**
 * A server's request to send the user to a page. Since 2025-11-25.
 *
 * @public
 */
export interface ElicitUrlParams {
  readonly mode: 'url';
  readonly message: string;
  readonly url: string;
  /** 2025-11-25 only: names this request in `notifications/elicitation/complete`. */
  readonly elicitationId?: string;
  readonly _meta?: JsonObject;
}

/**
 * A server's request for input of the user.
 *
 * @public
 */
export type ElicitParams = ElicitFormParams | ElicitUrlParams;

/**
 * The user's answer to `elicitation/create`; `content` comes with `accept` on a form.
 *
 * @public
 */
export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: { readonly [name: string]: string | number | boolean | readonly string[] };
  readonly _meta?: JsonObject;
}
