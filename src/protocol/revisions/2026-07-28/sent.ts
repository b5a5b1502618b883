import { sent as before } from '../2025-11-25/sent.ts';
import { revise, type Definitions } from '../definitions.ts';
import { choice, map, may, object } from '../form.ts';
import { once } from '../once.ts';

/** What changed in what a client sends. */
export const sent: () => Definitions = once(() =>
  revise(before(), {
    // Every request says who asks and what it can do (2026-07-28/basic, _meta).
    RequestMeta: object({
      progressToken: may('RequestId'),
      'io.modelcontextprotocol/protocolVersion': 'string',
      'io.modelcontextprotocol/clientCapabilities': 'ClientCapabilities',
      'io.modelcontextprotocol/clientInfo': may('Implementation'),
      'io.modelcontextprotocol/logLevel': may('LoggingLevel'),
    }),
    RequestParams: object({ _meta: 'RequestMeta' }),
    ClientCapabilities: object({
      extensions: may(map('object')),
      roots: may('object'),
      tasks: undefined,
    }),

    // A request is repeated with what its result asked for.
    InputResponse: choice(
      'an answer to an elicitation, a sampling or a roots request',
      (answer) => {
        if ('action' in answer) return 'ElicitResult';
        return 'roots' in answer ? 'ListRootsResult' : 'CreateMessageResult';
      },
    ),
    InputResponseRequestParams: object(
      { inputResponses: may(map('InputResponse')), requestState: may('string') },
      'RequestParams',
    ),
    CallToolRequestParams: object(
      { _meta: 'RequestMeta', task: undefined },
      'InputResponseRequestParams',
    ),
    ReadResourceRequestParams: object({}, 'InputResponseRequestParams'),
    GetPromptRequestParams: object({}, 'InputResponseRequestParams'),
    SubscriptionsListenRequestParams: object(
      { notifications: 'SubscriptionFilter' },
      'RequestParams',
    ),

    // An answer to an input request is no result of its own.
    CreateMessageResult: object({ resultType: undefined, _meta: may('object') }),
    ListRootsResult: object({ resultType: undefined, _meta: undefined }),
    ElicitResult: object({ resultType: undefined, _meta: undefined }),
  }),
);
