/**
 * The servers that a user and a project name in files, and how those files are changed.
 *
 * @packageDocumentation
 */
export type {
  ContainerMount,
  LocalServer,
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
