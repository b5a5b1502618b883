import type { ClientCapabilities, InboundRequest, JsonObject } from '../protocol/index.ts';
import type { ConnectOptions } from './options.ts';
import type { Report } from './report.ts';

/** Answers one kind of request; what it throws becomes an error of the protocol. */
type Answer = (params: unknown) => object | Promise<object>;

/** What this client can be asked, by whom it was made. */
export interface ServerQuestions {
  /** Follow from the handlers that are there. */
  readonly capabilities: ClientCapabilities;
  /** Answers a request of the server, or refuses it. */
  readonly answer: (request: InboundRequest) => void;
}

/**
 * What a server may ask in the legacy era. The modern one asks nothing by itself, so that nothing is
 * offered to it.
 */
export function serverQuestions(
  options: ConnectOptions,
  report: (report: Report) => void,
): ServerQuestions {
  const answers = new Map<string, Answer>();
  const { onListRoots } = options;
  if (onListRoots !== undefined)
    answers.set('roots/list', async () => ({ roots: await onListRoots() }));
  return {
    capabilities: onListRoots === undefined ? {} : { roots: {} },
    answer: (request) => answerWith(answers.get(request.method), request, report),
  };
}

function answerWith(
  answer: Answer | undefined,
  request: InboundRequest,
  report: (report: Report) => void,
): void {
  // The receiver answers a method that it does not know, or never offered, with this code
  // (JSON-RPC 2.0, section 5.1).
  if (answer === undefined) {
    return request.refuse({
      code: -32601,
      message: `${request.method} is not offered by this client`,
    });
  }
  // What a handler throws is our business: the server learns that it failed, not why.
  const failed = (error: unknown): void => {
    report({ kind: 'callback-failed', callback: request.method, error });
    request.refuse({ code: -32603, message: `${request.method} failed in this client` });
  };
  Promise.resolve(request.params as JsonObject | undefined)
    .then(answer)
    .then((result) => request.answer(result))
    .catch(failed);
}
