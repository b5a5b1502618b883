import type { Tool } from '../../protocol/index.ts';
import { modelToolName, previewCall } from '../model/index.ts';
import { unverifiedHints } from '../model/unverified-hints.ts';
import { callQuestion, decide, type CheckedRules, type Prompt } from '../trust/index.ts';
import type { HostCall } from './host.ts';
import { HostError } from './host-error.ts';

/** Whether tools may be called: rules decide, else a person does. What a server says of its tools counts for nothing. */
export class Approvals {
  readonly #rules: CheckedRules;
  readonly #prompt: Prompt;
  /** What was allowed for the rest of this run. */
  readonly #allowed = new Set<string>();

  constructor(rules: CheckedRules, prompt: Prompt) {
    this.#rules = rules;
    this.#prompt = prompt;
  }

  /** @throws HostError `DENIED` */
  async approve(call: HostCall, tool: Tool, signal: AbortSignal | undefined): Promise<void> {
    const { server } = call;
    // One whose name no model can have is not offered to any: a rule cannot name it.
    const name = modelToolName(server, tool.name) ?? `mcp__${server}__${tool.name}`;
    const input = JSON.stringify(call.arguments ?? {});
    const decision = decide({ kind: 'call', server, name, input }, this.#rules);
    if (decision === 'deny') throw denied(call, 'a rule does');
    if (decision === 'allow' || this.#allowed.has(name)) return;
    const hints = unverifiedHints(tool);
    const facts = previewCall({ server, tool: tool.name, hints }, call.arguments ?? {});
    const question = callQuestion({ server, tool: tool.name, facts });
    const answer = await this.#prompt.ask(question, signal ?? new AbortController().signal);
    if (answer === 'deny') throw denied(call, 'the user does');
    if (answer === 'remember') this.#allowed.add(name);
  }
}

function denied({ server, tool }: HostCall, who: string): HostError {
  return new HostError(
    'DENIED',
    `${who} not allow the call of "${tool}" of MCP server "${server}"`,
  );
}
