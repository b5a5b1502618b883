import { methods as before } from '../2025-03-26/methods.ts';
import { reviseMethods, type Methods } from '../methods.ts';
import { once } from '../once.ts';

/** What changed in who says what: a server may ask the user. */
export const methods: () => Methods = once(() =>
  reviseMethods(before(), {
    receivedRequests: {
      'elicitation/create': { params: 'ElicitRequestParams', result: 'ElicitResult' },
    },
  }),
);
