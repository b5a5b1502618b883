import { modern, type Rows } from './row.ts';

/** Results that ask for input first. */
export const multiRoundTripRows = {
  'MRT-01': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A call, a prompt or a read may answer that input is required; from any other method that is invalid.',
    source: '2026-07-28/basic/patterns/mrtr §Supported Requests',
    status: 'claimed',
  },
  'MRT-02': {
    level: 'DER',
    revisions: modern,
    behaviour: 'An input-required result with neither requests nor state fails the call.',
    source: '2026-07-28/basic/patterns/mrtr §InputRequiredResult',
    status: 'claimed',
  },
  'MRT-03': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'All inputs of a round are gathered, by the same handlers as legacy requests, before the retry goes out.',
    source: '2026-07-28/basic/patterns/mrtr §Client Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-04': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'A retry is a new request under a new id: the original params plus the bare answers under their keys.',
    source: '2026-07-28/basic/patterns/mrtr §Client Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-05': {
    level: 'MUST',
    revisions: modern,
    behaviour:
      'The request state of a round goes back unchanged, and is left out where the round had none.',
    source: '2026-07-28/basic/patterns/mrtr §Client Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-06': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'Answers and state stand on the retry of their own call and on no other request.',
    source: '2026-07-28/basic/patterns/mrtr §Client Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-07': {
    level: 'MAY',
    revisions: modern,
    behaviour: 'A round with state alone is retried by itself, with a wait that grows.',
    source: '2026-07-28/basic/patterns/mrtr §Client Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-08': {
    level: 'DER',
    revisions: modern,
    behaviour: 'Each round answers its own questions only, and rounds and total time have a bound.',
    source: '2026-07-28/basic/patterns/mrtr §Server Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-09': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'An input request that we did not declare fails the call, with a message that names it, and is not retried.',
    source: '2026-07-28/basic/patterns/mrtr §Server Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-10': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'A declined elicitation is sent as an answer; a failed sampling or roots handler fails the call instead.',
    source: '2026-07-28/client/sampling §Error Handling; 2026-07-28/client/roots §Error Handling',
    status: 'claimed',
  },
  'MRT-11': {
    level: 'MUST NOT',
    revisions: modern,
    behaviour: 'Neither an input-required result nor the result of a retry is cached.',
    source: '2026-07-28/server/utilities/caching §Cache Key',
    status: 'claimed',
  },
  'MRT-12': {
    level: 'SHOULD',
    binds: 'server',
    revisions: modern,
    behaviour: 'A server that asks again for missing answers gets another round.',
    source: '2026-07-28/basic/patterns/mrtr §Error Handling',
    status: 'claimed',
  },
  'MRT-13': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'Request state is held in memory, kept out of logs and never crosses to another principal.',
    source: '2026-07-28/basic/patterns/mrtr §Security Considerations',
    status: 'claimed',
  },
  'MRT-14': {
    level: 'DER',
    revisions: modern,
    behaviour: 'A retry that meets 401 or 403 is repeated after sign-in with the same state.',
    source: '2026-07-28/basic/patterns/mrtr §Client Requirements (Basic Workflow)',
    status: 'claimed',
  },
  'MRT-15': {
    level: 'CONF',
    revisions: modern,
    behaviour: 'The official scenario for request state passes.',
    source: 'conformance client/mrtr-client',
    status: 'claimed',
  },
} as const satisfies Rows;
