/** The text without what was given in confidence: programs and servers do repeat it. */
export function withhold(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    for (const part of formsOf(secret)) {
      if (part.length >= shortestSecret) shown = shown.replaceAll(part, '[withheld]');
    }
  }
  return shown;
}

/** The whole of it, its lines, what stands behind a scheme, and each of them inside JSON. */
function formsOf(secret: string): readonly string[] {
  const parts = [secret, ...secret.split(/\r?\n/u), secret.slice(secret.lastIndexOf(' ') + 1)];
  return parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]);
}

/** Any text is full of shorter ones by chance. */
const shortestSecret = 6;
