/** The text without what was given in confidence: programs and servers do repeat it. */
export function withhold(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    for (const part of [secret, secret.slice(secret.lastIndexOf(' ') + 1)]) {
      if (part.length >= shortestSecret) shown = shown.replaceAll(part, '[withheld]');
    }
  }
  return shown;
}

/** Any text is full of shorter ones by chance. */
const shortestSecret = 6;
