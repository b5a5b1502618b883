/**
 * The command line that makes `cmd.exe` run a batch file (an npm shim is one) with these arguments
 * and nothing else, to be passed on as it stands; or `undefined` where an argument cannot be said in
 * it, since a line break or NUL ends a command line.
 *
 * Each argument stands in quotation marks, in which `cmd.exe` knows no operators. Two characters
 * keep a meaning there: a quotation mark, which is doubled, so that the state never changes for the
 * batch file either, which reads its arguments again; and the percent sign, behind which an empty
 * substring of a variable is put, so that no variable is found.
 */
export function batchCommandLine(script: string, args: readonly string[]): string | undefined {
  if (script.includes('"') || [script, ...args].some(cannotBeSaid)) return undefined;
  const words = [quoteForBatch(script), ...args.map(quoteForBatch)];
  return `"${words.join(' ')}"`;
}

/**
 * The switches that this needs: no AutoRun commands, extensions for the substring, no second
 * expansion by `!`, exactly the outer quotation marks taken off.
 */
export const batchSwitches: readonly string[] = ['/d', '/e:on', '/v:off', '/s', '/c'];

function cannotBeSaid(text: string): boolean {
  return text.includes('\r') || text.includes('\n') || text.includes('\0');
}

function quoteForBatch(argument: string): string {
  // The program at the end takes backslashes before a quotation mark for escapes, so they are doubled.
  const marked = argument.replaceAll(/(\\*)"/g, '$1$1""').replace(/(\\+)$/, '$1$1');
  return `"${marked.replaceAll('%', '%%cd:~,%')}"`;
}
