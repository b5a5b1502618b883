import { all, type Rows } from './row.ts';

/** What a generic client package with a managed registry does. */
export const genericClientRows = {
  'A-01': {
    revisions: all,
    behaviour:
      'Opening a server does the handshake or reaps the process first, and every error carries its label.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-02': {
    revisions: all,
    behaviour: 'Notifications between requests and responses never put these out of step.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-03': {
    revisions: all,
    behaviour:
      'A helper gives the joined text of a call and turns a failed tool into an error with that text.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-04': {
    revisions: all,
    behaviour: 'A tool comes with its name, description, raw input schema and annotations.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-05': {
    revisions: all,
    behaviour: 'A ping works on both transports and in both eras.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-06': {
    revisions: all,
    behaviour: 'Closing twice is as good as once, and its wait is bounded.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-07': {
    revisions: all,
    behaviour:
      'Version and session id are tracked over HTTP, and closing counts 404 and 405 as closed.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-08': {
    revisions: all,
    behaviour: 'URL, static headers, a bearer token and an own fetch or dispatcher can be set.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-09': {
    revisions: all,
    behaviour: 'Failures of the transport are recognisable as one kind.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-10': {
    revisions: all,
    behaviour:
      'The registry file is read, upgraded and saved in its second version; a malformed or newer one is an error.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-11': {
    revisions: all,
    behaviour: 'A server that does not say whether it is enabled is enabled.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-12': {
    revisions: all,
    behaviour:
      'A profile names its servers, sorted and once each; an undefined one means all that are enabled.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-13': {
    revisions: all,
    behaviour:
      'Each server has a trust class, given or inferred; an unknown one is blocked and never starts.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-14': {
    revisions: all,
    behaviour:
      'A server runs locally, in a container or behind a container gateway, with its limits.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-15': {
    revisions: all,
    behaviour:
      'One call opens a managed server by the right transport, with a token from the environment.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-16': {
    revisions: all,
    behaviour: 'Secrets are replaced before anything is logged or shown.',
    source: 'a generic client package',
    status: 'claimed',
  },
  'A-17': {
    revisions: all,
    behaviour: 'An environment is given as a map or as a list.',
    source: 'a generic client package',
    status: 'claimed',
  },
} as const satisfies Rows;
