import { answer, inEra, page, refusal } from './phrases.ts';
import { initialized, isReady, offers } from './opening.ts';
import type { Scenario } from './scenario.ts';

function unsupported(supported: readonly string[]): object {
  const data = { supported, requested: '2025-11-25' };
  return refusal('opening', { code: -32602, message: 'Unsupported protocol version', data });
}

/** What becomes of the revisions that a server names in the handshake. */
export const revisionScenarios: readonly Scenario[] = [
  ...(['2025-06-18', '2025-03-26', '2024-11-05'] as const).map((older) =>
    inEra('legacy', {
      rows: ['VER-15'],
      title: `a server may answer with the older revision ${older}`,
      fromStart: true,
      steps: [
        { client: 'connect' },
        offers('2025-11-25'),
        { peer: initialized(older) },
        isReady,
        { expectServer: { era: 'legacy', revision: older } },
      ],
    }),
  ),
  ...(['2099-01-01', '2024-10-07', '1.0', '', 5, null, undefined] as const).map((version) =>
    inEra('legacy', {
      rows: ['VER-15'],
      title: `a server that answers with ${JSON.stringify(version)} is disconnected`,
      fromStart: true,
      steps: [
        { client: 'connect' },
        offers('2025-11-25'),
        { peer: initialized(version) },
        {
          expectError: {
            kind: 'ProtocolError',
            ...(typeof version === 'string' &&
              version !== '' && { code: 'NO_COMMON_REVISION', mentions: [version, '2025-11-25'] }),
          },
        },
        { expectSentNothing: true },
        { expectClosed: true },
      ],
    }),
  ),
  ...[
    { title: 'draws at a terminal', version: '2099\u001b[2J\n\u202e' },
    { title: 'is very long', version: '2099'.repeat(100_000) },
  ].map(({ title, version }) =>
    inEra('legacy', {
      rows: ['VER-15'],
      title: `a version that ${title} is quoted and cut`,
      fromStart: true,
      steps: [
        { client: 'connect' },
        offers('2025-11-25'),
        { peer: initialized(version) },
        {
          expectError: { kind: 'ProtocolError', code: 'NO_COMMON_REVISION', mentions: ['2099'] },
        },
        { expectClosed: true },
      ],
    }),
  ),
  inEra('legacy', {
    rows: ['VER-15'],
    title: 'a caller that wants one revision offers it, and takes no other',
    fromStart: true,
    options: { revision: '2025-06-18' },
    steps: [
      { client: 'connect' },
      offers('2025-06-18'),
      { peer: initialized('2025-11-25') },
      {
        expectError: {
          kind: 'ProtocolError',
          code: 'NO_COMMON_REVISION',
          mentions: ['2025-06-18', '2025-11-25'],
        },
      },
      { expectSentNothing: true },
      { expectClosed: true },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-16'],
    title:
      'initialize that is refused with a list is repeated once, at the best revision in common',
    fromStart: true,
    steps: [
      { client: 'connect' },
      offers('2025-11-25'),
      { peer: unsupported(['2024-11-05', '2025-03-26', '1999-01-01']) },
      offers('2025-03-26'),
      { peer: initialized('2025-03-26') },
      isReady,
      { expectServer: { era: 'legacy', revision: '2025-03-26' } },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-16'],
    title: 'initialize is not repeated a second time',
    fromStart: true,
    steps: [
      { client: 'connect' },
      offers('2025-11-25'),
      { peer: unsupported(['2024-11-05']) },
      offers('2024-11-05'),
      { peer: unsupported(['2025-03-26']) },
      { expectError: {} },
      { expectSentNothing: true },
      { expectClosed: true },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-16'],
    title: 'initialize that is refused with a list of strangers is not repeated',
    fromStart: true,
    steps: [
      { client: 'connect' },
      offers('2025-11-25'),
      { peer: unsupported(['1999-01-01']) },
      { expectError: { mentions: ['1999-01-01'] } },
      { expectSentNothing: true },
      { expectClosed: true },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-16'],
    title: 'a list of strangers that draws at a terminal and is very long is quoted and cut',
    fromStart: true,
    steps: [
      { client: 'connect' },
      offers('2025-11-25'),
      { peer: unsupported(Array.from({ length: 10_000 }, () => '1999\u001b[2J\n')) },
      { expectError: { mentions: ['1999'] } },
      { expectClosed: true },
    ],
  }),
  ...[undefined, null, {}, { supported: 'all' }, { supported: [5] }, 'text'].map((data) =>
    inEra('legacy', {
      rows: ['VER-16'],
      title: `a refusal of initialize with the data ${JSON.stringify(data)} is final`,
      fromStart: true,
      steps: [
        { client: 'connect' },
        offers('2025-11-25'),
        { peer: refusal('opening', { code: -32602, message: 'go away', data }) },
        { expectError: { mentions: ['go away'] } },
        { expectSentNothing: true },
        { expectClosed: true },
      ],
    }),
  ),
  inEra('legacy', {
    rows: ['VER-22'],
    title:
      'an initialize result with a modern version is no session for a caller who wants a legacy one',
    fromStart: true,
    steps: [
      { client: 'connect' },
      offers('2025-11-25'),
      { peer: initialized('2026-07-28') },
      {
        expectError: {
          kind: 'ProtocolError',
          code: 'NO_COMMON_REVISION',
          mentions: ['2026-07-28'],
        },
      },
      { expectSentNothing: true },
      { expectClosed: true },
    ],
  }),
  inEra('legacy', {
    rows: ['VER-22'],
    title: 'an initialize result with a modern version never opens a legacy session',
    fromStart: true,
    anythingSent: true,
    anyReports: true,
    options: { revision: 'auto' },
    steps: [
      { client: 'connect' },
      { expectSent: { method: 'server/discover' }, as: 'probe' },
      { advanceMs: 1_000 },
      offers('2025-11-25'),
      { peer: initialized('2026-07-28') },
      {
        peer: answer(
          'probe',
          page('modern', { supportedVersions: ['2026-07-28'], capabilities: {} }),
        ),
      },
      { advanceMs: 60_000 },
      { expectNoLegacySession: true },
    ],
  }),
];
