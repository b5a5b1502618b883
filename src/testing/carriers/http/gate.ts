import type { ServerResponse } from 'node:http';
import type { Outlet } from '../../faults/outlet.ts';
import { cutReply } from './cut-reply.ts';

/** A place for faults where no message leaves: a message is accepted, or a stream is opened, when it is passed. */
export function gate(response: ServerResponse, pass: () => void): Outlet {
  return {
    carrier: 'http',
    get isOpen() {
      return !response.destroyed;
    },
    backlog: 0,
    prepare: () => {},
    frame: () => '',
    noise: () => '',
    exclusively: (job) => void job(),
    write: () => {},
    done: pass,
    end: (ending) => {
      pass();
      if (ending.kind === 'cut') cutReply(response, ending.how);
    },
  };
}
