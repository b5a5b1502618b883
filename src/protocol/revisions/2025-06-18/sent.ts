import { sent as before } from '../2025-03-26/sent.ts';
import { revise, type Definitions } from '../definitions.ts';
import { map, may, object, test, words } from '../form.ts';
import { once } from '../once.ts';

/** What changed in what a client sends. */
export const sent: () => Definitions = once(() =>
  revise(before(), {
    ClientCapabilities: object({ elicitation: may('object') }),
    PromptReference: object({}, 'Titled'),
    CompleteRequestParams: object({ context: may(object({ arguments: may(map('string')) })) }),
    Root: object({}, 'WithMeta'),
    ElicitedValue: test('a string, a number or a boolean', (value) =>
      ['string', 'number', 'boolean'].includes(typeof value)),
    ElicitResult: object(
      { action: words('accept', 'decline', 'cancel'), content: may(map('ElicitedValue')) },
      'Result',
    ),
  }),
);
