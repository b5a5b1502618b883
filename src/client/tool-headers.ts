import {
  PeerError,
  planToolHeaders,
  ProtocolError,
  toolHeaders,
  type JsonObject,
  type Tool,
} from '../protocol/index.ts';
import type { ClientSettings } from './options.ts';
import type { ListPage } from './pages.ts';

type Plan = ReturnType<typeof planToolHeaders>;

/**
 * Which arguments of which tool go into header fields too. Learnt from the tool list: a tool that
 * was never listed is called without any, and a modern server that misses them says so.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters | Custom headers from tool parameters}
 */
export class ToolHeaders {
  readonly #plans = new Map<string, Plan>();
  readonly #settings: ClientSettings;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
  }

  /** Remembers the tools of a page, and leaves out those whose annotations are invalid. */
  learn(page: ListPage<Tool>, applies: boolean): ListPage<Tool> {
    if (!applies) return page;
    const entries = page.entries.filter((tool, index) => this.#keeps(tool, index));
    return entries.length === page.entries.length ? page : { ...page, entries };
  }

  /** The header fields of a call. */
  forCall(name: string, args: JsonObject): Readonly<Record<string, string>> | undefined {
    const plan = this.#plans.get(name);
    if (plan === undefined) return undefined;
    if (!plan.ok)
      throw this.#error(
        'TOOL_LEFT_OUT',
        name,
        `it is not called, since its input schema is invalid: ${plan.why}`,
      );
    if (plan.fields.length === 0) return undefined;
    const outcome = toolHeaders(plan.fields, args);
    if (!outcome.ok) throw this.#error('INVALID_ARGUMENT', name, outcome.why);
    return outcome.headers;
  }

  /** Whether an error means that the headers of a call were not the ones that the server expects. */
  mayBeStale(error: unknown): boolean {
    return error instanceof PeerError && error.code === -32020;
  }

  #keeps(tool: Tool, index: number): boolean {
    const plan = planToolHeaders(tool.inputSchema);
    this.#plans.set(tool.name, plan);
    if (plan.ok) return true;
    const { report } = this.#settings;
    report({ kind: 'entry-left-out', method: 'tools/list', index, name: tool.name, why: plan.why });
    return false;
  }

  #error(code: 'TOOL_LEFT_OUT' | 'INVALID_ARGUMENT', name: string, why: string): ProtocolError {
    const { server } = this.#settings.about;
    return new ProtocolError(code, `tools/call ${JSON.stringify(name)}: ${why}`, {
      server,
      method: 'tools/call',
      subject: name,
    });
  }
}
