import type { ServerResponse } from 'node:http';
import { cutReply } from '../../carriers/http/cut-reply.ts';
import type { HttpReply } from '../../faults/http-reply.ts';
import type { SignInFault } from '../sign-in-fault.ts';

/** Sends a reply as its faults want it. */
export async function sendReply(
  response: ServerResponse,
  reply: HttpReply,
  { faults, released }: { faults: readonly SignInFault[]; released: () => Promise<void> },
): Promise<void> {
  if (faults.some(({ kind }) => kind === 'hold')) await released();
  if (response.destroyed || faults.some(({ kind }) => kind === 'drop')) return;
  const { status, headers, body } = faults.reduce(edited, reply);
  response.writeHead(status, headers);
  const cut = faults.find((fault) => fault.kind === 'cut');
  if (cut !== undefined) {
    response.write(Buffer.from(body).subarray(0, cut.afterBytes ?? 0));
    cutReply(response, cut.how ?? 'end');
  } else if (faults.some(({ kind }) => kind === 'endless')) {
    response.write(body);
    pourBlanks(response);
  } else response.end(body);
}

function edited(reply: HttpReply, fault: SignInFault): HttpReply {
  switch (fault.kind) {
    case 'malformed':
      return { ...reply, body: fault.text ?? reply.body.slice(0, -2) };
    case 'huge': {
      const missing = fault.bytes - Buffer.byteLength(reply.body);
      return { ...reply, body: reply.body + ' '.repeat(Math.max(0, missing)) };
    }
    case 'content-type':
      return { ...reply, headers: { ...reply.headers, 'content-type': fault.type } };
    case 'edit': {
      const document = JSON.parse(reply.body) as Record<string, unknown>;
      return { ...reply, body: JSON.stringify(fault.edit(document)) };
    }
    case 'drop':
    case 'hold':
    case 'cut':
    case 'endless':
    case 'status':
    case 'page':
    case 'redirect':
    case 'refuse':
      return reply;
  }
}

/** White space without an end, as fast as it is read. It ends with the connection. */
function pourBlanks(response: ServerResponse): void {
  const blanks = ' '.repeat(16_384);
  const pour = (): void => {
    while (!response.destroyed && response.write(blanks));
  };
  response.on('drain', pour);
  pour();
}
