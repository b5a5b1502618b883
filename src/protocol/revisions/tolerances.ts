/** What a tolerant reader forgives, by name. */
export type Tolerance =
  | 'null-is-absent'
  | 'ill-formed-hint'
  | 'absent-result-type'
  | 'no-cache-hint'
  | 'absent-content'
  | 'unknown-content-type'
  | 'tool-schema-unread'
  | 'fraction-for-whole-number'
  | 'many-completions'
  | 'absent-task-ttl'
  | 'absent-subscription-id';

/**
 * Why it is forgiven. The definitions apply these; the differential test holds them against the
 * specification's schema, so that there is none besides, and none that is no longer.
 */
export const tolerances: Readonly<Record<Tolerance, string>> = {
  'null-is-absent':
    'Serialisers of several languages write null for an optional member that is not set.',
  'ill-formed-hint':
    'A member that is only shown or only advises (icons, annotations, titles, metadata, a default of a form) is left out when it is ill-formed: the tool or the text that it belongs to is of use without it.',
  'absent-result-type':
    'A result without resultType is complete: the specification asks for this, since earlier servers write none.',
  'no-cache-hint':
    'A cache hint that is absent or unusable is read as the careful one: do not keep it, share it with nobody.',
  'absent-content':
    'Servers with nothing but structured content to say leave content out; it is read as an empty list.',
  'unknown-content-type':
    'A block of a type that this client does not know is kept as it came, for a host that does know it.',
  'tool-schema-unread':
    'What is inside a schema of a tool concerns who validates by it: many are of other dialects or leave out the type of the object. A tool with such a schema is left in the list, as it came.',
  'fraction-for-whole-number':
    'Languages with one type of number write a size or a count with a fraction; nothing depends on it.',
  'many-completions': 'More than 100 completions are more than allowed, and harmless.',
  'absent-task-ttl':
    'A task without a ttl is read as one that is kept for ever, as null would say.',
  'absent-subscription-id':
    'The result that ends a subscription is known by the id of its response; the one inside is a repetition.',
};
