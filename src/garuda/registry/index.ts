/**
 * The servers that a user and a project name in files, and how those files are changed.
 *
 * @packageDocumentation
 */
export type {
  ContainerMount,
  LocalServer,
  Registered,
  RegisteredServer,
  RemoteServer,
  ServerRuntime,
  ServerScope,
  ServerSignIn,
  TrustClass,
  TrustNote,
} from './definition.ts';
export { RegistryError, type RegistryErrorCode, type RegistryFault } from './fault.ts';
export {
  readRegistry,
  type Registry,
  type RegistryFiles,
  serversOf,
  userRegistryFile,
} from './registry.ts';
export { type ExpandedVariables, expandVariables } from './expand-variables.ts';
export { resolveHeaders, type ResolveHeadersOptions } from './resolve-headers.ts';
export { draftChanges, type RegistryDraft, saveDraft } from './saving/draft.ts';
export type { RegistryChange, WrittenServer } from './saving/edit-text.ts';
export type { ImportedApplication } from './import/applications.ts';
export {
  importChanges,
  type ImportedServer,
  type ImportOptions,
  type ImportPlan,
  type LeftOutServer,
  planImport,
} from './import/import-servers.ts';
export {
  type ImportPreview,
  type PreviewedServer,
  previewImport,
} from './import/preview-import.ts';
