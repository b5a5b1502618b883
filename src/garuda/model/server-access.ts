import type { ListPage } from '../../client/index.ts';
import type {
  CallToolResult,
  JsonObject,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Tool,
} from '../../protocol/index.ts';

/**
 * A server whose tools a model is to have.
 *
 * @public
 */
export interface OfferedServer {
  /** Its name in the registry. */
  readonly server: string;
  readonly tools: readonly Tool[];
  /** Whether it has resources: then two more tools list and read them. */
  readonly hasResources?: boolean;
}

/**
 * The way to the servers. Whoever gives it asks for approval where one is needed.
 *
 * @public
 */
export interface ServerAccess {
  call(
    call: { readonly server: string; readonly tool: string; readonly arguments?: JsonObject },
    options: { readonly signal?: AbortSignal },
  ): Promise<CallToolResult>;
  /** Needed where a server has resources. */
  readonly resources?: ResourceAccess;
}

/**
 * The way to the resources of servers.
 *
 * @public
 */
export interface ResourceAccess {
  pages(
    server: string,
    options: { readonly signal: AbortSignal },
  ): AsyncIterable<ListPage<Resource>>;
  templatePages(
    server: string,
    options: { readonly signal: AbortSignal },
  ): AsyncIterable<ListPage<ResourceTemplate>>;
  read(
    server: string,
    uri: string,
    options: { readonly signal?: AbortSignal },
  ): Promise<ReadResourceResult>;
}
