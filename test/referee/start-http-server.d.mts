import type { HttpServerName } from './reference-servers.mjs';

export interface RunningServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export function startHttpServer(name: HttpServerName): Promise<RunningServer>;
