import { quoteWord } from '../../wording/quote-word.ts';
import { suggestion } from '../suggest.ts';
import { admits, kindOf, type ValueForm, type ValueKind } from './value-form.ts';

/** A value that fits its schema as far as that was read, or what was expected and what came. */
export type TypedValue =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

/**
 * The value that a typed text means. Where the schema permits text, or says nothing of the kind, the
 * text itself is meant.
 */
export function valueOfText(text: string, form: ValueForm): TypedValue {
  if (form.choices !== undefined) return chosen(text, form.choices);
  if (form.kinds.size === 0 || form.kinds.has('string')) return { ok: true, value: text };
  const value = parseJson(text);
  if (value === undefined || !admits(form.kinds, kindOf(value))) {
    return mismatch(form.kinds, quoteWord(text));
  }
  if (typeof value === 'number' && !isExact(text, value)) {
    const fault = `${quoteWord(text)} is no number that JSON carries exactly`;
    return { ok: false, fault: `${fault}; the largest integer is ${Number.MAX_SAFE_INTEGER}` };
  }
  return { ok: true, value };
}

/** Whether a value that was given as JSON fits. */
export function checkValue(value: unknown, form: ValueForm): TypedValue {
  const kind = kindOf(value);
  if (!admits(form.kinds, kind)) return mismatch(form.kinds, nameKind(kind));
  const { choices } = form;
  const text = JSON.stringify(value);
  if (choices === undefined || choices.some((choice) => JSON.stringify(choice) === text)) {
    return { ok: true, value };
  }
  return { ok: false, fault: `expected ${listChoices(choices)}, got ${quoteWord(text)}` };
}

function chosen(text: string, choices: readonly unknown[]): TypedValue {
  const named = choices.map((choice) => ({ choice, name: choiceName(choice) }));
  const found = named.find(({ name }) => name === text);
  if (found !== undefined) return { ok: true, value: found.choice };
  const hint = suggestion(
    text,
    named.map(({ name }) => name),
  );
  const meant = hint.startsWith('; did') ? hint : '';
  return { ok: false, fault: `expected ${listChoices(choices)}, got ${quoteWord(text)}${meant}` };
}

function choiceName(choice: unknown): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

function listChoices(choices: readonly unknown[]): string {
  const shown = choices.slice(0, mostShown).map((choice) => quoteWord(choiceName(choice)));
  const more = choices.length > mostShown ? ` and ${choices.length - mostShown} more` : '';
  return choices.length === 1 ? shown.join('') : `one of ${shown.join(', ')}${more}`;
}

const mostShown = 12;

function mismatch(kinds: ReadonlySet<ValueKind>, got: string): TypedValue {
  return { ok: false, fault: `expected ${[...kinds].map(nameKind).join(' or ')}, got ${got}` };
}

function nameKind(kind: ValueKind): string {
  return kindWords[kind];
}

const kindWords: Readonly<Record<ValueKind, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a JSON array',
  object: 'a JSON object',
};

/** An integer past 2^53, or a number past the largest one, would reach the server as another. */
function isExact(text: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return !/^-?\d+$/.test(text.trim()) || Number.isSafeInteger(value);
}

/** A JSON value, or `undefined`, which no JSON text means. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
