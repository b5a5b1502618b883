import type { Fault } from './fault.ts';
import type { Outlet } from './outlet.ts';

const needs: Readonly<Partial<Record<Fault['kind'], 'pipe' | 'http'>>> = {
  exit: 'pipe',
  status: 'http',
  page: 'http',
  redirect: 'http',
  'forget-session': 'http',
  'content-type': 'http',
  'close-stream': 'http',
};

/** Why these faults cannot be done on a carrier, or `undefined`. */
export function misfitOf(faults: readonly Fault[], carrier: Outlet['carrier']): string | undefined {
  const fault = faults.find(({ kind }) => (needs[kind] ?? carrier) !== carrier);
  if (fault === undefined) return undefined;
  const name = carrier === 'http' ? 'HTTP' : 'a pipe';
  return `a fault of the kind ${fault.kind} cannot be had on ${name}`;
}
