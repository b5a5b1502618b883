/**
 * The form of a value, as data. A string is the name of a form: `string`, `number`, `integer`,
 * `boolean`, `object`, `any`, or a definition of the revision that is read, so that a change to one
 * name in a later revision reaches every form that is made of it.
 */
export type Form =
  | string
  | ObjectForm
  | OptionalForm
  | { readonly kind: 'list'; readonly items: Form }
  | { readonly kind: 'map'; readonly values: Form }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | {
      readonly kind: 'test';
      readonly expected: string;
      readonly passes: (value: unknown) => boolean;
    }
  | ChoiceForm
  | { readonly kind: 'by-strictness'; readonly strict: Form; readonly tolerant: Form };

/** An open object: members that are not named here may be there too, and are kept. */
export interface ObjectForm {
  readonly kind: 'object';
  /** Names of objects whose members this one has too. */
  readonly bases: readonly string[];
  /** A member that is `undefined` here is not looked at any more, though a base or an earlier revision did. */
  readonly members: Readonly<Record<string, Form | undefined>>;
}

/** A member that need not be there, or whose absence is forgiven. */
export interface OptionalForm {
  readonly kind: 'optional';
  readonly form: Form;
  /** A strict reader wants it to be there. */
  readonly required: boolean;
  /** A tolerant reader takes one that is ill-formed for absent. */
  readonly forgiven: boolean;
  /** What a tolerant reader puts in the place of one that is absent; `undefined` is nothing. */
  readonly otherwise: unknown;
}

/** One of several forms, chosen by looking at the value. */
export interface ChoiceForm {
  readonly kind: 'choice';
  readonly expected: string;
  /** The name of the form that a value means to have; `undefined`: none of those that there are. */
  readonly pick: (value: Readonly<Record<string, unknown>>, strict: boolean) => string | undefined;
}

/** An open object with these members and those of the named ones. */
export function object(members: ObjectForm['members'], ...bases: readonly string[]): Form {
  return { kind: 'object', bases, members };
}

/** A whole number. A fraction is forgiven. */
export const integer: Form = byStrictness('integer', 'number');

/** A number from 0 to 1. */
export const fraction: Form = test('a number from 0 to 1', (value) =>
  typeof value === 'number' && value >= 0 && value <= 1);

/** An array of one form. */
export function list(items: Form): Form {
  return { kind: 'list', items };
}

/** The entries of a page. A tolerant reader parses them one by one later, so that a bad one can be left out. */
export function entries(items: string): Form {
  return list(byStrictness(items, 'any'));
}

/** An object with free names of members, and values of one form. */
export function map(values: Form): Form {
  return { kind: 'map', values };
}

/** One of these strings. */
export function words(...those: readonly string[]): Form {
  return { kind: 'words', words: those };
}

/** Whatever passes a test. */
export function test(expected: string, passes: (value: unknown) => boolean): Form {
  return { kind: 'test', expected, passes };
}

/**
 * One of several forms, chosen by looking at the value: quicker than to try them all, and what is
 * wrong is then told about the form that was meant.
 */
export function choice(expected: string, pick: ChoiceForm['pick']): Form {
  return { kind: 'choice', expected, pick };
}

/** One of several forms by a word in the value. A tolerant reader takes another word where `others` says how the value must look then. */
export function byWord(
  key: string,
  forms: Readonly<Record<string, string>>,
  others?: string,
): Form {
  return choice(`an object whose ${key} is ${Object.keys(forms).join(', ')}`, (value, strict) => {
    const word = value[key];
    if (typeof word === 'string' && Object.hasOwn(forms, word)) return forms[word];
    return strict || typeof word !== 'string' ? undefined : others;
  });
}

/** One form for those who judge, another for those who only want to understand. */
export function byStrictness(strict: Form, tolerant: Form): Form {
  return { kind: 'by-strictness', strict, tolerant };
}

/** A member that may be absent. `null` is forgiven, and read as absent. */
export function may(form: Form): Form {
  return { kind: 'optional', form, required: false, forgiven: false, otherwise: undefined };
}

/** A member that may be absent and that nothing depends on: one that is ill-formed is left out. */
export function hint(form: Form): Form {
  return { kind: 'optional', form, required: false, forgiven: true, otherwise: undefined };
}

/** A member that must be there. It is forgiven where it is not, and this value stands in its place. */
export function must(form: Form, otherwise: unknown): Form {
  return { kind: 'optional', form, required: true, forgiven: false, otherwise };
}

/** As {@link must}, and an ill-formed one is replaced too. */
export function safe(form: Form, otherwise: unknown): Form {
  return { kind: 'optional', form, required: true, forgiven: true, otherwise };
}

/** A member that may be absent, and that only a strict reader looks at. */
export function pedantic(form: Form): Form {
  return may(byStrictness(form, 'any'));
}
