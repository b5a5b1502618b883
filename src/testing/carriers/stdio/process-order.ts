/** An order to the process that stands for a server, as its program reads it. */
export function processOrder(
  order: 'stdout' | 'stderr' | 'close' | 'exit',
  bytes: Uint8Array = new Uint8Array(),
): Uint8Array {
  const head = Buffer.alloc(5);
  head.write(letters[order], 'latin1');
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

const letters = { stdout: 'o', stderr: 'e', close: 'c', exit: 'x' } as const;
