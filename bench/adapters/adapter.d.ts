/** How a measure reaches a client, whichever it is. Each file of this folder is one. */
export interface Adapter {
  /**
   * Imports what the client needs for this way and nothing else: the time that it takes is measured.
   *
   * @param modules - the packages that clients.mjs names for it, each with the address of its module
   */
  load(way: Way, modules: Readonly<Record<string, string>>): Promise<void>;
  /** Connects. `load` came before. */
  connect(server: Server): Promise<Connected>;
}

export type Way = 'stdio' | 'http';

export interface Server {
  readonly way: Way;
  readonly command: string;
  readonly args: readonly string[];
  readonly url: string;
  readonly era: 'legacy' | 'modern' | 'auto';
  readonly fetch?: typeof fetch;
  readonly onNotification?: (message: unknown) => void;
}

export interface Connected {
  /** Every tool, all pages. */
  listTools(): Promise<readonly object[]>;
  callTool(name: string, args: object, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly onProgress?: (progress: unknown) => void;
  readonly timeoutMs?: number;
}

export interface CallResult {
  readonly content: readonly { readonly text: string }[];
}
