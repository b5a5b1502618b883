/** The form of a server's name, which becomes a part of the names of its tools. */
export const serverName: RegExp = /^[a-z0-9][a-z0-9_]{0,31}$/;

/** A legal name that is as close as can be; `undefined` where nothing is left. */
export function legalName(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const legal = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return legal === '' ? undefined : legal.slice(0, 32).replace(/_+$/, '');
}
