import { capText, cleanLine, neutralizeTags } from '../cleaning/index.ts';

/**
 * Tools of a server that a model does not get, and why.
 *
 * @public
 */
export interface ModelNotice {
  readonly server: string;
  /** One line, cleaned. */
  readonly text: string;
}

/** Names that a notice tells. */
const maxNamed = 5;

/** Gathers what is left out of a server's tools: one notice for each reason, however many tools there are. */
export class LeftOut {
  readonly #server: string;
  readonly #byReason = new Map<string, string[]>();
  readonly #beyond: string[] = [];

  constructor(server: string) {
    this.#server = server;
  }

  /** Always `undefined`: there is no tool. */
  add(why: string, tool: string): undefined {
    const tools = this.#byReason.get(why) ?? [];
    this.#byReason.set(why, tools);
    tools.push(tool);
    return undefined;
  }

  /** So many are more than are given. */
  beyond(count: number, max: number): void {
    this.#beyond.push(`${amount(count)} left out, since ${max} are the most`);
  }

  get notices(): readonly ModelNotice[] {
    const reasons = [...this.#byReason].map(([why, tools]) => {
      const more = tools.length > maxNamed ? ', …' : '';
      const names = tools.slice(0, maxNamed).map(quoteName).join(', ');
      return `${amount(tools.length)} left out, since ${why}: ${names}${more}`;
    });
    return [...reasons, ...this.#beyond].map((words) => ({
      server: this.#server,
      text: `MCP server "${this.#server}": ${words}`,
    }));
  }
}

function amount(count: number): string {
  return count === 1 ? '1 tool is' : `${count} tools are`;
}

function quoteName(name: string): string {
  return JSON.stringify(capText(neutralizeTags(cleanLine(name)), 80));
}
