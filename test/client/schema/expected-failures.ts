/** What comes of a group of tests: its schema is refused, or some values are judged wrongly. */
export type Outcome = 'refused' | `wrong on ${number} of ${number}`;

interface Expected {
  readonly why: string;
  readonly outcome: Outcome;
  readonly groups: readonly string[];
}

const remote = [
  'ref: remote ref, containing refs itself',
  'refRemote: Location-independent identifier in remote ref',
  'refRemote: base URI change',
  'refRemote: base URI change - change folder',
  'refRemote: base URI change - change folder in subschema',
  'refRemote: fragment within remote ref',
  'refRemote: ref within remote ref',
  'refRemote: remote ref',
  'refRemote: retrieved nested refs resolve relative to their URI not $id',
  'refRemote: root ref in remote ref',
];

const remoteSince2019 = [
  ...remote,
  'defs: validate definition against metaschema',
  'refRemote: anchor within remote ref',
  'refRemote: remote HTTP ref with different $id',
  'refRemote: remote HTTP ref with different URN $id',
  'refRemote: remote HTTP ref with nested absolute ref',
  'refRemote: remote ref with ref to defs',
];

const nothingIsFetched = 'it refers to another document, and nothing is fetched';
const ownDialect = 'its $schema is a dialect of its own, which is not known';
const oddNames = 'its $id or $anchor breaks the rules or is not in normal form: it is not resolved';
const inUnknown = 'the parts of a keyword that nobody knows are taken for schemas';

const since2019: readonly Expected[] = [
  { why: nothingIsFetched, outcome: 'refused', groups: remoteSince2019 },
  {
    why: ownDialect,
    outcome: 'refused',
    groups: [
      'vocabulary: ignore unrecognized optional vocabulary',
      'vocabulary: schema that uses custom metaschema with with no validation vocabulary',
    ],
  },
  {
    why: oddNames,
    outcome: 'refused',
    groups: [
      'anchor: invalid anchors',
      'id: Invalid use of fragments in location-independent $id',
      'id: Unnormalized $ids are allowed but discouraged',
      'id: Valid use of empty fragments in location-independent $id',
      'ref: URN base URI with f-component',
    ],
  },
  {
    why: inUnknown,
    outcome: 'refused',
    groups: ['unknownKeyword: $id inside an unknown keyword is not a real identifier'],
  },
  {
    why: 'an $anchor is resolved before the $id beside it',
    outcome: 'wrong on 1 of 2',
    groups: ['ref: order of evaluation: $id and $anchor and $ref'],
  },
];

/** What the default validator does not do as the official suite has it, and why. */
export const expectedFailures: Readonly<
  Record<'draft7' | 'draft2019-09' | 'draft2020-12', readonly Expected[]>
> = {
  draft7: [
    {
      why: nothingIsFetched,
      outcome: 'refused',
      groups: [
        ...remote,
        'definitions: validate definition against metaschema',
        'refRemote: remote ref with ref to definitions',
      ],
    },
    {
      why: inUnknown,
      outcome: 'refused',
      groups: ['unknownKeyword: $id inside an unknown keyword is not a real identifier'],
    },
    {
      why: 'an $id beside a $ref changes the base, as it does since 2019-09',
      outcome: 'wrong on 2 of 2',
      groups: ['ref: $ref prevents a sibling $id from changing the base uri'],
    },
  ],
  'draft2019-09': since2019,
  'draft2020-12': [
    ...since2019,
    {
      why: '$dynamicRef is not known, and a schema that uses it would be judged wrongly',
      outcome: 'refused',
      groups: [
        'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
        'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
        'dynamicRef: A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated',
        'dynamicRef: A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
        'dynamicRef: A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor',
        'dynamicRef: A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
        'dynamicRef: A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor',
        'dynamicRef: A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
        "dynamicRef: A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution",
        'dynamicRef: A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
        'dynamicRef: A $dynamicRef without anchor in fragment behaves identical to $ref',
        'dynamicRef: A $ref to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor',
        'dynamicRef: An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution',
        'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef',
        'dynamicRef: multiple dynamic paths to the $dynamicRef keyword',
        'dynamicRef: strict-tree schema, guards against misspelled properties',
        'dynamicRef: tests for implementation dynamic anchor and reference link',
      ],
    },
  ],
};
