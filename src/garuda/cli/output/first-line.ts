/** What a server says of something in one line: the first of its description, else its title. */
export function firstLine(thing: {
  readonly description?: string;
  readonly title?: string;
}): string {
  const lines = (thing.description ?? '').split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '') ?? thing.title ?? '';
}
