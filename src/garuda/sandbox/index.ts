/**
 * What local servers run in.
 *
 * @packageDocumentation
 */
export { containedServer } from './contained-server.ts';
export type { ContainedOrder } from './contained-server.ts';
export { SandboxError } from './profile.ts';
export { findSandbox } from './sandbox-facts.ts';
export type { SandboxFacts } from './sandbox-facts.ts';
