import { ProtocolError } from '../protocol/index.ts';

/** What is wrong with an argument that must be a string. */
export function faultOfText(
  server: string,
  method: string,
  what: string,
  value: unknown,
): ProtocolError | undefined {
  return typeof value === 'string' ? undefined : invalid(server, method, what, 'a string', value);
}

/** What is wrong with an argument that must be an object. */
export function faultOfObject(
  server: string,
  method: string,
  what: string,
  value: unknown,
): ProtocolError | undefined {
  const fits = typeof value === 'object' && value !== null && !Array.isArray(value);
  return fits ? undefined : invalid(server, method, what, 'an object', value);
}

function invalid(
  server: string,
  method: string,
  what: string,
  expected: string,
  value: unknown,
): ProtocolError {
  const words = `${method}: ${what} must be ${expected}, and is ${kindOf(value)}`;
  return new ProtocolError('INVALID_ARGUMENT', words, { server, method });
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
