export { commonRevision, eraOf, isRevision, newestOf, revisions } from './order.ts';
export type { Era, Revision } from './order.ts';
