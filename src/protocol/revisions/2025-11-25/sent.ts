import { sent as before } from '../2025-06-18/sent.ts';
import { revise, type Definitions } from '../definitions.ts';
import { may, object, test } from '../form.ts';
import { once } from '../once.ts';

/** What changed in what a client sends. */
export const sent: () => Definitions = once(() =>
  revise(before(), {
    ClientCapabilities: object({
      sampling: may(object({ context: may('object'), tools: may('object') })),
      elicitation: may(object({ form: may('object'), url: may('object') })),
      tasks: may(
        object({
          list: may('object'),
          cancel: may('object'),
          requests: may(
            object({
              sampling: may(object({ createMessage: may('object') })),
              elicitation: may(object({ create: may('object') })),
            }),
          ),
        }),
      ),
    }),
    CallToolRequestParams: object({}, 'TaskAugmentedRequestParams'),
    ElicitedValue: test('a string, a number, a boolean or strings', (value) =>
      Array.isArray(value)
        ? value.every((item) => typeof item === 'string')
        : ['string', 'number', 'boolean'].includes(typeof value)),
  }),
);
