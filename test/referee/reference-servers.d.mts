/** How to start a server: `env` is added to what the client passes on. */
export interface ServerCommand {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

export type StdioServerName =
  | 'everything'
  | 'playwright'
  | 'modern-only'
  | 'legacy-only'
  | 'both-eras'
  | 'exits-on-probe';

export type HttpServerName = 'everything' | 'modern-only' | 'legacy-only' | 'both-eras';

export const servers: Readonly<Record<StdioServerName, ServerCommand>>;
export const httpServerNames: readonly HttpServerName[];
export function filesystemServer(folder: string): ServerCommand;
export function memoryServer(file: string): ServerCommand;
export function httpServer(name: HttpServerName, port: number): ServerCommand;
