import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { VariableForm } from './applications.ts';

/** A text of another application in the words of the registry, or why it has none. */
export type Translated =
  | { readonly ok: true; readonly text: string; readonly notes: readonly string[] }
  | { readonly ok: false; readonly why: string };

const patterns: Readonly<Record<VariableForm, RegExp>> = {
  '${NAME}': /\$\{([A-Za-z_]\w*)(:-[^}]*)?\}/g,
  '${env:NAME}': /\$\{env:([A-Za-z_]\w*)\}/g,
  '{env:NAME}': /\{env:([A-Za-z_]\w*)\}/g,
};

/** Stands for `${`, which no text can have before it is translated. */
const opened = '\0{';

/** Translates the variables of a value that has its own replaced here: those of `env` and of `headers`. */
export function translateText(text: string, forms: readonly VariableForm[]): Translated {
  const notes: string[] = [];
  let translated = replaceFixed(text);
  for (const form of forms) {
    translated = translated.replaceAll(patterns[form], (_, name: string, fallback?: unknown) => {
      // Where the form has no such part, the place of the variable comes here.
      if (typeof fallback === 'string')
        notes.push(`without ${name} it is empty: a value to fall back on has no counterpart here`);
      return `${opened}${name}}`;
    });
  }
  const rest = whyUntranslated(translated);
  if (rest !== undefined) return { ok: false, why: rest };
  // Here it would be replaced, and there it is text.
  if (/\$\{[A-Za-z_]\w*\}/.test(translated))
    return {
      ok: false,
      why: 'it has ${…} in it, which is no variable there and would be one here',
    };
  return { ok: true, text: translated.replaceAll(opened, '${'), notes };
}

/** The same for a text in which nothing is replaced here. */
export function translateFixed(text: string, forms: readonly VariableForm[]): Translated {
  const replaced = replaceFixed(text);
  const hasVariable = forms.some((form) => replaced.search(patterns[form]) !== -1);
  if (hasVariable)
    return {
      ok: false,
      why: 'a variable stands in it, which is replaced in "env" and "headers" only',
    };
  const rest = whyUntranslated(replaced);
  return rest === undefined ? { ok: true, text: replaced, notes: [] } : { ok: false, why: rest };
}

/** What is the same whenever it is looked at. */
function replaceFixed(text: string): string {
  return text
    .replaceAll('${userHome}', () => homedir())
    .replaceAll(/\$\{(?:pathSeparator|\/)\}/g, () => sep);
}

function whyUntranslated(text: string): string | undefined {
  if (/\$?\{file:/.test(text)) return 'it reads a file: in a header, write "!cat FILE"';
  if (/\$\{input:/.test(text))
    return 'it asks the person (${input:…}): set a variable, and write ${NAME}';
  if (
    /\$\{(?:workspaceFolder|workspaceRoot|workspaceFolderBasename|cwd|file|relativeFile)\b/.test(
      text,
    )
  ) {
    return 'it stands on the folder of a workspace, which the list of the user does not have';
  }
  return /\$\{(?:env|command|config):/.test(text)
    ? 'it has a variable in it that has no counterpart here'
    : undefined;
}
