/** `Symbol.asyncDispose`, also where the run-time does not have it yet (WebKit). */
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);
