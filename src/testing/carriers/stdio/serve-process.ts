import type { Socket } from 'node:net';
import { MessageDecoder } from '../../../protocol/index.ts';
import type { Ending } from '../../faults/delivery.ts';
import type { Core } from '../../server/core.ts';
import { Pipe, type PipeSink } from '../pipe.ts';
import { processOrder } from './process-order.ts';

const maxMessageBytes = 64 * 1024 * 1024;

/** Serves the client of one process. The first that comes must be the token. */
export function serveProcess(core: Core, socket: Socket, token: string): void {
  let greeting: Buffer | undefined = Buffer.alloc(0);
  let pipe: Pipe | undefined;
  let decoder: MessageDecoder | undefined;
  socket.on('error', () => {});
  socket.on('close', () => pipe?.end());
  socket.on('data', (chunk) => {
    if (greeting === undefined) return decoder?.push(chunk);
    greeting = Buffer.concat([greeting, chunk]);
    if (greeting.length < token.length) return;
    const rest = greeting.subarray(token.length);
    const isOurs = greeting.subarray(0, token.length).toString('latin1') === token;
    greeting = undefined;
    if (!isOurs) return void socket.destroy();
    pipe = new Pipe(core, sinkOf(socket));
    decoder = decoderFor(pipe);
    decoder.push(rest);
  });
}

function decoderFor(pipe: Pipe): MessageDecoder {
  const refuse = (): void => pipe.take(undefined);
  const heard = { message: (value: unknown) => pipe.take(value), failed: refuse, report: refuse };
  const decodeUtf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  return new MessageDecoder(heard, { maxMessageBytes, decodeUtf8 });
}

function sinkOf(socket: Socket): PipeSink {
  return {
    get backlog() {
      return socket.writableLength;
    },
    write: (bytes) => void socket.write(processOrder('stdout', bytes)),
    end: (ending) => void socket.write(lastOrders(ending)),
  };
}

function lastOrders(ending: Ending): Uint8Array {
  if (ending.kind === 'cut') return processOrder('close');
  const { stderr, code, signal } = ending.exit;
  const said = processOrder('stderr', Buffer.from(stderr));
  return Buffer.concat([said, processOrder('exit', Buffer.from(JSON.stringify({ code, signal })))]);
}
