import type { Client, ListPage } from '../../client/index.ts';
import type { ReadResourceResult, Resource, ResourceTemplate } from '../../protocol/index.ts';
import type { ResourceAccess } from '../model/index.ts';
import { HostError } from './host-error.ts';
import type { ManagedServer } from './managed-server.ts';

/** The resources of some servers, which are started for them where they are idle. Reading needs no approval. */
export class ServerResources implements ResourceAccess {
  readonly #servers: ReadonlyMap<string, ManagedServer>;

  constructor(servers: readonly ManagedServer[]) {
    this.#servers = new Map(servers.map((each) => [each.server.name, each]));
  }

  pages(
    server: string,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncIterable<ListPage<Resource>> {
    return this.#each(server, signal, (client) => client.resourcePages({ signal }));
  }

  templatePages(
    server: string,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncIterable<ListPage<ResourceTemplate>> {
    return this.#each(server, signal, (client) => client.resourceTemplatePages({ signal }));
  }

  async read(
    server: string,
    uri: string,
    { signal }: { readonly signal?: AbortSignal },
  ): Promise<ReadResourceResult> {
    return await this.#server(server).use(signal, (client) =>
      client.readResource(uri, signal === undefined ? {} : { signal }),
    );
  }

  async *#each<Page>(
    server: string,
    signal: AbortSignal,
    pages: (client: Client) => AsyncIterable<Page>,
  ): AsyncGenerator<Page, void, undefined> {
    const { client, giveBack } = await this.#server(server).borrow(signal);
    try {
      yield* pages(client);
    } finally {
      giveBack();
    }
  }

  #server(name: string): ManagedServer {
    const server = this.#servers.get(name);
    if (server !== undefined) return server;
    throw new HostError('UNKNOWN_SERVER', `there is no MCP server "${name}"`);
  }
}
