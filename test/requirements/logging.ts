import { all, legacy, modern, type Rows } from './row.ts';

/** Log messages of a server. */
export const loggingRows = {
  'LOG-01': {
    level: 'STATED',
    revisions: legacy,
    behaviour: 'A legacy log level is set where the server declared logging.',
    source: '2025-11-25/server/utilities/logging §Setting Log Level',
    status: 'claimed',
  },
  'LOG-02': {
    level: 'MUST NOT',
    binds: 'server',
    revisions: modern,
    behaviour:
      'Modern log messages are expected only for a request that asked for them, and `logging/setLevel` is never sent.',
    source: '2026-07-28/server/utilities/logging §Per-request log level',
    status: 'claimed',
  },
  'LOG-03': {
    level: 'STATED',
    revisions: all,
    behaviour:
      'A log message reaches its handler with one of eight levels, its logger and any data.',
    source: '2026-07-28/server/utilities/logging §Log Message Notifications',
    status: 'claimed',
  },
  'LOG-04': {
    level: 'DER',
    revisions: modern,
    behaviour:
      'On modern stdio log messages belong to the connection, since nothing says whose they are.',
    source: '2026-07-28/schema §LoggingMessageNotificationParams',
    status: 'claimed',
  },
  'LOG-05': {
    level: 'STATED',
    revisions: modern,
    behaviour:
      'One way to set the log level serves both eras; in the modern one it goes on each request.',
    source: '2026-07-28/deprecated §Deprecated',
    status: 'claimed',
  },
} as const satisfies Rows;
