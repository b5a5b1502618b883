import type { Tolerance } from '../../../src/protocol/revisions/tolerances.ts';
import type { Judge, MessageKind } from './messages.ts';
import { at, put, without, type Case } from './mutate.ts';
import type { SpecSchema } from './spec-schema.ts';

/** A case of which one of ours and the specification's schema think differently. */
export interface Disagreement {
  readonly kind: MessageKind;
  readonly judge: Judge;
  readonly spoiled: Case;
  /** What ours says; the schema says the contrary. */
  readonly accepted: boolean;
  readonly spec: SpecSchema;
}

/** A kind of disagreement that is meant. */
export interface Rule {
  readonly name: string;
  readonly judges: readonly Judge[];
  readonly reason: string;
  readonly covers: (disagreement: Disagreement) => boolean;
}

const everyJudge = ['strict', 'tolerant', 'sent'] as const;

/** Disagreements that are not for the sake of tolerance. */
export const differences: readonly Rule[] = [
  {
    name: 'format-not-checked',
    judges: everyJudge,
    reason:
      'JSON Schema leaves it open whether format is checked. Nobody here depends on the form of a URI before using it, and base64 is decoded by whoever wants the bytes.',
    covers: ({ kind, spoiled, accepted, spec }) =>
      accepted && spec.acceptsButForFormats(kind.place, spoiled.value),
  },
  {
    name: 'metadata-of-the-base-type',
    judges: ['strict', 'sent'],
    reason:
      'In TypeScript the parameters of every request and notification have _meta from their base type; the generated schema lost it where parameters were written in line.',
    covers: ({ spoiled, accepted }) => !accepted && spoiled.path[0] === '_meta',
  },
  {
    name: 'broken-choice',
    judges: ['strict', 'tolerant'],
    reason:
      'A field of a form with a broken enum or oneOf is accepted by the schema as a plain string with members nobody knows. It is meant to be a choice and cannot be offered as one.',
    covers: ({ spoiled, accepted }) =>
      !accepted &&
      spoiled.path.includes('requestedSchema') &&
      ['enum', 'enumNames', 'oneOf'].some((key) => spoiled.path.includes(key)),
  },
  {
    name: 'json-null-and-fractions',
    judges: everyJudge,
    reason:
      'The generated JSONValue has neither null nor numbers with a fraction, which the TypeScript type has: an error of its generator.',
    covers: ({ kind, spoiled, accepted }) =>
      accepted &&
      kind.revision === '2026-07-28' &&
      ['experimental', 'extensions', 'metadata'].some((key) => spoiled.path.includes(key)) &&
      ['null', 'number'].includes(spoiled.how),
  },
  {
    name: 'elicited-fractions',
    judges: ['sent'],
    reason:
      'The generated schema has integers where the TypeScript type of elicited values has numbers: the same error of the generator.',
    covers: ({ spoiled, accepted }) =>
      accepted && spoiled.path.includes('content') && spoiled.how === 'number',
  },
  {
    name: 'required-capabilities-unread',
    judges: ['strict', 'tolerant'],
    reason:
      'Of the capabilities in an error only the names are compared with those of this client.',
    covers: ({ kind, accepted }) =>
      accepted && kind.type === 'MissingRequiredClientCapabilityError',
  },
  {
    name: 'result-type-says-the-kind',
    judges: ['strict', 'tolerant'],
    reason:
      'The schema takes any string. The prose wants a result to be read by its resultType, and one of an unknown type to be refused (2026-07-28/basic, ResultType).',
    covers: ({ spoiled, accepted }) =>
      !accepted && !knownResultTypes.has(memberOf(spoiled.value, 'resultType')),
  },
];

/** The members that are left out when they are ill-formed. */
export const hints: ReadonlySet<string | number | undefined> = new Set([
  '_meta',
  'annotations',
  'audience',
  'priority',
  'lastModified',
  'title',
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
  'icons',
  'mimeType',
  'sizes',
  'theme',
  'description',
  'websiteUrl',
  'execution',
  'taskSupport',
  'listChanged',
  'subscribe',
  'experimental',
  'extensions',
  'progressToken',
  'modelPreferences',
  'hints',
  'costPriority',
  'speedPriority',
  'intelligencePriority',
  'includeContext',
  'metadata',
  'format',
  'default',
  '$schema',
  'total',
  'hasMore',
  'reason',
  'message',
  'logger',
  'pollInterval',
  'params',
  'io.modelcontextprotocol/serverInfo',
  'io.modelcontextprotocol/subscriptionId',
]);

/** How a forgiven case looks, by the name of the tolerance. What is not accepted is never covered. */
export const forgiven: Readonly<Record<Tolerance, (disagreement: Disagreement) => boolean>> = {
  'null-is-absent': ({ kind, spoiled, spec }) =>
    spoiled.how === 'null' &&
    typeof spoiled.path.at(-1) === 'string' &&
    spec.accepts(kind.place, without(spoiled.value, spoiled.path)),
  'ill-formed-hint': (disagreement) => hintsOf(disagreement).length > 0,
  'absent-result-type': isAbsent('resultType'),
  'no-cache-hint': ({ spoiled }) => ['ttlMs', 'cacheScope'].includes(String(spoiled.path[0])),
  'absent-content': ({ kind, spoiled, spec }) => {
    if (spoiled.path.length === 0 && isRecord(spoiled.value)) {
      return spec.accepts(kind.place, { resultType: 'complete', ...spoiled.value, content: [] });
    }
    return (
      spoiled.path.at(-1) === 'content' &&
      spec.accepts(kind.place, put(spoiled.value, spoiled.path, []))
    );
  },
  'unknown-content-type': ({ spoiled }) => spoiled.how === 'word' && spoiled.path.at(-1) === 'type',
  'tool-schema-unread': ({ kind, spoiled, spec }) => {
    const depth = spoiled.path.findIndex(
      (step) => step === 'inputSchema' || step === 'outputSchema',
    );
    if (depth === -1) return false;
    const path = spoiled.path.slice(0, depth + 1);
    const schema = at(spoiled.value, path);
    return (
      typeof schema === 'object' &&
      !Array.isArray(schema) &&
      spec.accepts(kind.place, put(spoiled.value, path, { type: 'object' }))
    );
  },
  'fraction-for-whole-number': ({ kind, spoiled, spec }) =>
    spoiled.how === 'number' &&
    !Number.isInteger(at(spoiled.value, spoiled.path)) &&
    spec.accepts(kind.place, put(spoiled.value, spoiled.path, 1)),
  'many-completions': ({ kind, spoiled }) =>
    kind.type === 'CompleteResult' && spoiled.how === 'as-it-is',
  'absent-task-ttl': isAbsent('ttl'),
  'absent-subscription-id': ({ kind, spoiled }) =>
    kind.type === 'SubscriptionsListenResult' &&
    (spoiled.path.length === 0 || spoiled.path[0] === '_meta'),
};

function isAbsent(key: string): (disagreement: Disagreement) => boolean {
  return ({ spoiled }) =>
    spoiled.path.at(-1) === key && (spoiled.how === 'dropped' || spoiled.how === 'null');
}

/** The hints at or around the spoiled place without which the value would be valid. */
export function hintsOf({ kind, spoiled, spec }: Disagreement): readonly string[] {
  return spoiled.path
    .map((_step, index) => spoiled.path.slice(0, index + 1))
    .filter((path) => hints.has(path.at(-1)))
    .filter((path) => spec.accepts(kind.place, without(spoiled.value, path)))
    .map((path) => String(path.at(-1)));
}

const knownResultTypes: ReadonlySet<unknown> = new Set(['complete', 'input_required']);

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
