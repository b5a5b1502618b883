/**
 * Garuda: a host of many MCP servers for an agent. Servers named in files, consent, pins, a sandbox, and tools for a
 * model.
 *
 * @packageDocumentation
 */
export * from './cleaning/index.ts';
export type { Environment } from './environment.ts';
export { Host, HostScope } from './host/host.ts';
export type { HostCall } from './host/host.ts';
export { HostError } from './host/host-error.ts';
export type { HostErrorCode } from './host/host-error.ts';
export type { HostNotice } from './host/notice.ts';
export { openHost } from './host/open-host.ts';
export type { HostOptions } from './host/options.ts';
export type { ServerState } from './host/server-state.ts';
export { statusLine } from './host/status.ts';
export type { ServerStatus } from './host/status.ts';
export * from './logs/index.ts';
export * from './model/index.ts';
export * from './registry/index.ts';
export { findSandbox, SandboxError } from './sandbox/index.ts';
export type { SandboxFacts } from './sandbox/index.ts';
export * from './secrets/index.ts';
export { denyAll, renderQuestion, RuleError, TrustFile, TrustFileError } from './trust/index.ts';
export { trustClassOf } from './trust/index.ts';
export type {
  Answer,
  Comparison,
  Fact,
  ListedTrust,
  Prompt,
  Question,
  Rules,
  ToolPins,
  TrustEntry,
} from './trust/index.ts';
