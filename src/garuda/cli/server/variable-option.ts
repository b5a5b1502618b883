import type { Environment } from '../../environment.ts';
import { UsageError } from '../usage-error.ts';
import { valueFault } from '../../header-value.ts';

/**
 * Reads the values of `--env`: `NAME=VALUE`, or `NAME` for what our own environment holds, which
 * keeps a secret out of the list of processes. No error shows a value.
 *
 * @throws UsageError
 */
export function readVariables(
  given: readonly string[],
  environment: Environment,
): Readonly<Record<string, string>> {
  const variables = new Map<string, string>();
  for (const [at, text] of given.entries()) {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    // What is no name may be a secret that stands in the wrong place.
    if (!isName(name)) {
      throw new UsageError(
        `--env number ${at + 1}: expected NAME=VALUE, or NAME for our own value`,
      );
    }
    const value = equals === -1 ? ownValue('--env', name, environment) : text.slice(equals + 1);
    if (variables.has(name)) throw new UsageError(`--env ${name} is given twice`);
    variables.set(name, value);
  }
  return Object.fromEntries(variables);
}

/** The bearer token in the variable that `--bearer-env` names. @throws UsageError */
export function readBearerToken(name: string, environment: Environment): string {
  if (!isName(name)) {
    throw new UsageError('--bearer-env: expected the name of an environment variable');
  }
  const token = ownValue('--bearer-env', name, environment);
  const fault = valueFault(token);
  if (fault !== undefined) throw new UsageError(`--bearer-env ${name}: ${fault}`);
  if (/\s/u.test(token)) throw new UsageError(`--bearer-env ${name}: the value has a blank in it`);
  return token;
}

function ownValue(option: string, name: string, environment: Environment): string {
  const value = environment[name];
  if (value !== undefined) return value;
  throw new UsageError(`${option} ${name}: there is no environment variable of that name`);
}

function isName(text: string): boolean {
  return /^[A-Za-z_][\w().-]*$/.test(text);
}
