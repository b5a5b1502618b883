/**
 * A value that is made when it is first asked for, and then kept. What a revision says is written
 * so, since an import that builds all five would cost every start what most never use.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
