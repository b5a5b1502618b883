import { PeerError, readerOf, type Tool } from '../../protocol/index.ts';
import type { CallToolOptions } from '../request-options.ts';
import type { ServerDescription } from '../server-description.ts';
import type { TaskWish } from './task-wish.ts';

/** The codes with which a server refuses a call that is no task and has to be one. */
const refusals: ReadonlySet<unknown> = new Set([-32_600, -32_601]);

/**
 * Which tools run as tasks, by their entries in the list.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation | Tool-Level Negotiation}
 */
export class TaskSupport {
  readonly #supports = new Map<string, string | undefined>();

  learn(tools: readonly Tool[]): void {
    for (const { name, execution } of tools) this.#supports.set(name, execution?.taskSupport);
  }

  /**
   * How a call asks to be a task: where its tool has to be one, or may be and the caller wants that;
   * never else.
   */
  wishFor(
    server: ServerDescription,
    name: string,
    { task }: CallToolOptions,
  ): TaskWish | undefined {
    if (!hasTasks(server)) return undefined;
    const support = this.#supports.get(name);
    if (support !== 'required' && !(support === 'optional' && task !== undefined)) return undefined;
    return { ...task, endProgress: () => {} };
  }

  /** Whether a tool may have to be a task without our knowing: it was in no list so far. */
  isUnknown(server: ServerDescription, name: string): boolean {
    return hasTasks(server) && !this.#supports.has(name);
  }
}

/** Whether a call may have been refused since it did not ask to be a task. Then nothing was done. */
export function mayNeedTask(error: unknown): boolean {
  return error instanceof PeerError && refusals.has(error.code);
}

/** A server of another revision is not asked, whatever it declares: there is no such thing there. */
function hasTasks({ revision, capabilities }: ServerDescription): boolean {
  if (capabilities.tasks?.requests?.tools?.call === undefined) return false;
  return readerOf(revision).taskCreated('tools/call') !== undefined;
}
