/**
 * Takes out of a server's words the values of the variables that were given to it: most of them are
 * given because they are secret, and servers do repeat them when something fails.
 *
 * Short values stay: a server's text is full of them by chance.
 */
export function withholdValues(text: string, values: readonly string[]): string {
  let shown = text;
  for (const value of values) {
    if (value.length >= minSecretLength) shown = shown.replaceAll(value, '[withheld]');
  }
  return shown;
}

const minSecretLength = 8;
