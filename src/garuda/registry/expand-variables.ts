import type { Environment } from '../environment.ts';

/** Values with their variables replaced. @public */
export interface ExpandedVariables {
  readonly values: Readonly<Record<string, string>>;
  /** The variables that the environment does not have, sorted, each once. */
  readonly missing: readonly string[];
}

/**
 * Replaces `${NAME}` in the values of a server's variables by what the environment has; what it does not have becomes
 * empty. What stands in a replaced value is not replaced again.
 *
 * @public
 */
export function expandVariables(
  env: Readonly<Record<string, string>>,
  environment: Environment,
): ExpandedVariables {
  const missing = new Set<string>();
  const entries = Object.entries(env).map(([name, value]) => [
    name,
    replaceVariables(value, environment, missing),
  ]);
  return { values: Object.fromEntries(entries), missing: [...missing].toSorted() };
}

/** A text with `${NAME}` replaced; names that the environment does not have are added to `missing`. */
export function replaceVariables(
  text: string,
  environment: Environment,
  missing: Set<string>,
): string {
  return text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined) missing.add(name);
    return value ?? '';
  });
}
