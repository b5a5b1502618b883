import { describe, expect, test } from 'vitest';
import { readerOf, revisions } from '../../../src/protocol/revisions/registry.ts';
import { tolerances, type Tolerance } from '../../../src/protocol/revisions/tolerances.ts';
import { differences, forgiven, hints, hintsOf, type Disagreement } from './disagreements.ts';
import { exampleCases, invalidExamples } from './examples.ts';
import {
  instancesOf,
  messageKindsOf,
  rejectedOf,
  type Judge,
  type MessageKind,
} from './messages.ts';
import { mutationsOf, type Case } from './mutate.ts';
import { SpecSchema } from './spec-schema.ts';

/** The names of the rules, and of the tolerances, that explained a disagreement in this run. */
const met = new Set<string>();
/** The members that were left out in this run, for no other reason than that they were ill-formed. */
const metHints = new Set<string>();

describe.each(revisions)('%s against the schema of the specification', (revision) => {
  const spec = new SpecSchema(revision);
  const kinds = messageKindsOf(revision, spec);

  test('has the methods of the schema, and no others', () => {
    const { methods } = readerOf(revision);
    const received = spec.methodsOf('ServerRequest');
    expect(Object.keys(methods.sentRequests).toSorted()).toEqual(methodsIn(spec, 'ClientRequest'));
    expect(Object.keys(methods.sentNotifications).toSorted()).toEqual(
      methodsIn(spec, 'ClientNotification'),
    );
    expect(Object.keys(methods.receivedRequests).toSorted()).toEqual(
      [...received.keys()].toSorted(),
    );
    expect(Object.keys(methods.receivedNotifications).toSorted()).toEqual(
      methodsIn(spec, 'ServerNotification'),
    );
  });

  test.each(kinds.map((kind) => [kind.about, kind] as const))(
    '%s',
    (_about, kind) => {
      const cases = casesOf(kind);
      const valid = cases.filter(({ value }) => spec.accepts(kind.place, value));
      // A corpus that has nothing to accept, or nothing to refuse, would agree with anything.
      expect(valid.length).toBeGreaterThanOrEqual(1);
      expect(cases.length - valid.length).toBeGreaterThanOrEqual(3);
      expect(
        instancesOf(revision, kind.type).filter(({ value }) => !spec.accepts(kind.place, value)),
      ).toEqual([]);
      expect(unexplained(kind, cases, spec)).toEqual([]);
    },
    60_000,
  );
});

test('agrees about the examples of the specification', () => {
  const spec = new SpecSchema('2026-07-28');
  const kinds = messageKindsOf('2026-07-28', spec);
  const { cases, foreign } = exampleCases(kinds);
  expect(cases.length).toBeGreaterThanOrEqual(90);
  expect(foreign).toEqual([]);
  for (const { file, kind, value } of cases) {
    const valid = !invalidExamples.has(file);
    expect([file, spec.accepts(kind.place, value)]).toEqual([file, valid]);
    for (const [judge, accepts] of Object.entries(kind.judges)) {
      expect([file, judge, accepts(value)]).toEqual([file, judge, valid || judge === 'tolerant']);
    }
  }
});

// The tests above ran before, in the order of the file.
test.each([...differences.map(({ name }) => name), ...Object.keys(tolerances)])(
  'the disagreement %s still occurs',
  (name) => {
    expect([...met]).toContain(name);
  },
);

test('every member that is listed as a hint is one', () => {
  expect([...hints].filter((hint) => !metHints.has(String(hint)))).toEqual([]);
});

function methodsIn(spec: SpecSchema, union: string): readonly string[] {
  return [...spec.methodsOf(union).keys()].toSorted();
}

function casesOf({ revision, type }: MessageKind): readonly Case[] {
  return [
    ...instancesOf(revision, type).flatMap(({ value }) => [...mutationsOf(value)]),
    ...rejectedOf(revision, type).map(({ value }): Case => ({
      how: 'as-it-is',
      path: [],
      value,
      origin: value,
    })),
  ];
}

/** What ours and the specification's schema disagree about without a rule that says why. */
function unexplained(
  kind: MessageKind,
  cases: readonly Case[],
  spec: SpecSchema,
): readonly string[] {
  const found = new Set<string>();
  for (const spoiled of cases) {
    const valid = spec.accepts(kind.place, spoiled.value);
    for (const [judge, accepts] of Object.entries(kind.judges) as [
      Judge,
      (value: unknown) => boolean,
    ][]) {
      const accepted = accepts(spoiled.value);
      if (accepted === valid) continue;
      const names = explain({ kind, judge, spoiled, accepted, spec });
      for (const name of names) met.add(name);
      if (names.length === 0) {
        found.add(
          `${judge} ${accepted ? 'accepts' : 'refuses'}: ${spoiled.path.join('.')} ${spoiled.how}`,
        );
      }
    }
  }
  return [...found];
}

function explain(disagreement: Disagreement): readonly string[] {
  const rules = differences.filter(
    ({ judges, covers }) => judges.includes(disagreement.judge) && covers(disagreement),
  );
  const forgivenBy =
    disagreement.judge === 'tolerant' && disagreement.accepted
      ? (Object.keys(tolerances) as Tolerance[]).filter((name) => forgiven[name](disagreement))
      : [];
  if (forgivenBy.length === 1 && forgivenBy[0] === 'ill-formed-hint') {
    for (const hint of hintsOf(disagreement)) metHints.add(hint);
  }
  return [...rules.map(({ name }) => name), ...forgivenBy];
}
