const redacted = '<redacted>';

/** Whether a value can be the one that was recorded, in which any text may stand for what was redacted. */
export function fits(recorded: unknown, value: unknown): boolean {
  if (recorded === redacted) return value !== undefined;
  if (typeof recorded === 'string') return typeof value === 'string' && fitsText(recorded, value);
  if (typeof recorded !== 'object' || recorded === null) return recorded === value;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(recorded) !== Array.isArray(value)) return false;
  const members = Object.entries(recorded);
  if (members.length !== Object.keys(value).length) return false;
  return members.every(([name, member]) => {
    return Object.hasOwn(value, name) && fits(member, (value as Record<string, unknown>)[name]);
  });
}

/** Each piece between two that were redacted is looked for behind the one before it. */
function fitsText(recorded: string, text: string): boolean {
  const [first = '', ...pieces] = recorded.split(redacted);
  const last = pieces.pop();
  if (last === undefined) return recorded === text;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
