import { quote } from '../../protocol/index.ts';
import type { HeaderFields } from './credentials.ts';

/**
 * Says what is wrong with the first header field that cannot be sent as it is, or `undefined`. Names
 * the field and never its value, which may be a secret.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-5.5 | RFC 9110, section 5.5}
 */
export function findHeaderFault(fields: HeaderFields): string | undefined {
  for (const name in fields) {
    if (!isToken(name)) return `${quote(name.slice(0, 100))} is not the name of a header field`;
    const value: unknown = fields[name];
    if (typeof value !== 'string') return `the value of the header ${name} is not a string`;
    const fault = findFault(value);
    if (fault !== undefined) return `the value of the header ${name} has ${fault}`;
  }
  return undefined;
}

function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

function findFault(value: string): string | undefined {
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    if (unit > 0xff) return 'a character over U+00FF, which no header can carry as it is';
    if (unit === 0x7f || (unit < 0x20 && unit !== 0x09)) return `${nameControl(unit)} in it`;
  }
  return undefined;
}

function nameControl(unit: number): string {
  if (unit === 0x0d) return 'a carriage return (CR)';
  if (unit === 0x0a) return 'a line feed (LF)';
  return unit === 0 ? 'a NUL' : 'a control character';
}
