interface Expected {
  readonly why: string;
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

const nothingIsFetched = 'it refers to another document, and nothing is fetched';

const since2019: readonly Expected[] = [
  {
    why: nothingIsFetched,
    groups: [
      ...remote,
      'refRemote: anchor within remote ref',
      'refRemote: remote HTTP ref with different $id',
      'refRemote: remote HTTP ref with different URN $id',
      'refRemote: remote HTTP ref with nested absolute ref',
      'refRemote: remote ref with ref to defs',
    ],
  },
  {
    why: 'it refers to the schema of schemas, which is another document',
    groups: [
      'anchor: invalid anchors',
      'defs: validate definition against metaschema',
      'id: Invalid use of fragments in location-independent $id',
      'id: Unnormalized $ids are allowed but discouraged',
      'id: Valid use of empty fragments in location-independent $id',
      'ref: URN base URI with f-component',
    ],
  },
  {
    why: 'its $schema is a dialect of its own, which is not known',
    groups: [
      'vocabulary: ignore unrecognized optional vocabulary',
      'vocabulary: schema that uses custom metaschema with with no validation vocabulary',
    ],
  },
];

/** The groups of the official suite whose schema the default validator refuses, and why. It judges none wrongly. */
export const refused: Readonly<
  Record<'draft7' | 'draft2019-09' | 'draft2020-12', readonly Expected[]>
> = {
  draft7: [
    {
      why: nothingIsFetched,
      groups: [...remote, 'refRemote: remote ref with ref to definitions'],
    },
    {
      why: 'it refers to the schema of schemas, which is another document',
      groups: ['definitions: validate definition against metaschema'],
    },
  ],
  'draft2019-09': since2019,
  'draft2020-12': [
    ...since2019,
    {
      why: nothingIsFetched,
      groups: [
        'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
        'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
        'dynamicRef: strict-tree schema, guards against misspelled properties',
        'dynamicRef: tests for implementation dynamic anchor and reference link',
      ],
    },
  ],
};
