import { ProtocolError, quote, type CallToolResult, type Tool } from '../../protocol/index.ts';
import type { ClientSettings } from '../options.ts';
import type { CompiledSchema, SchemaFault, SchemaValidator } from './schema-validator.ts';

/** Tools of which the output schema is kept; the oldest goes first. */
const maxTools = 10_000;

/** What a tool promises of its results. */
interface Promised {
  readonly tool: string;
  readonly schema: unknown;
  /** Set by the first call; of a schema that cannot be used it throws the reason. */
  judge?: CompiledSchema;
  isReported: boolean;
}

/**
 * Checks the structured content of results against the output schemas that a server gave its tools.
 * A schema is compiled when its tool is first called. One that cannot be used, or not within bounds,
 * costs no call: it is reported, once a tool, and under `strict` it is an error.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema | Output schema}
 */
export class OutputCheck {
  readonly #settings: ClientSettings;
  readonly #promised = new Map<string, Promised>();
  readonly #given: SchemaValidator | false | undefined;
  #loaded: SchemaValidator | undefined;

  /** @param validator - `undefined`: the default one; `false`: nothing is checked */
  constructor(settings: ClientSettings, validator: SchemaValidator | false | undefined) {
    this.#settings = settings;
    this.#given = validator;
    if (validator !== false) this.#loaded = validator;
  }

  /** Remembers what the tools of a page promise. */
  learn(tools: readonly Tool[]): void {
    if (this.#given === false) return;
    for (const { name: tool, outputSchema: schema } of tools) {
      if (schema === this.#promised.get(tool)?.schema) continue;
      this.#promised.delete(tool);
      if (schema !== undefined) this.#promised.set(tool, { tool, schema, isReported: false });
    }
    for (const oldest of this.#promised.keys()) {
      if (this.#promised.size <= maxTools) break;
      this.#promised.delete(oldest);
    }
  }

  /**
   * Gives the result back, at once where there is nothing to be loaded for it.
   *
   * @throws ProtocolError `INVALID_RESULT` where it does not fit
   */
  check(tool: string, result: CallToolResult): CallToolResult | Promise<CallToolResult> {
    const promised = this.#promised.get(tool);
    // A tool that failed has nothing to show for it.
    if (promised === undefined || result.isError === true) return result;
    // Whether it is there, not whether it counts as true: null, false, 0 and "" are content.
    if (!Object.hasOwn(result, 'structuredContent'))
      throw this.#invalid(tool, '', 'is missing, and the tool has an output schema');
    if (this.#loaded !== undefined) return this.#checkWith(this.#loaded, promised, result);
    return this.#load().then(
      (validator) => this.#checkWith(validator, promised, result),
      (error: unknown) => this.#unchecked(promised, result, error),
    );
  }

  async #load(): Promise<SchemaValidator> {
    const { defaultValidator } = await import('./default-validator.ts');
    this.#loaded = defaultValidator;
    return defaultValidator;
  }

  #checkWith(
    validator: SchemaValidator,
    promised: Promised,
    result: CallToolResult,
  ): CallToolResult {
    let faults;
    try {
      promised.judge ??= compile(validator, promised.schema);
      faults = promised.judge(result.structuredContent);
    } catch (error) {
      return this.#unchecked(promised, result, error);
    }
    const [first] = faults;
    if (first === undefined) return result;
    throw this.#invalid(promised.tool, pathOf(first.pointer), first.message, faults);
  }

  #unchecked(promised: Promised, result: CallToolResult, error: unknown): CallToolResult {
    const { strict, report } = this.#settings;
    const why = oneLine(error instanceof Error ? error.message : String(error));
    if (strict) throw this.#invalid(promised.tool, '', `cannot be checked: ${why}`);
    if (!promised.isReported) report({ kind: 'output-unchecked', tool: promised.tool, why });
    promised.isReported = true;
    return result;
  }

  #invalid(
    tool: string,
    path: string,
    message: string,
    cause?: readonly SchemaFault[],
  ): ProtocolError {
    const method = 'tools/call';
    const words = `Invalid result for ${method}: structuredContent${path}: ${oneLine(message)}`;
    const about = { ...this.#settings.about, method, subject: tool };
    return new ProtocolError('INVALID_RESULT', words, about, cause && { cause });
  }
}

function compile(validator: SchemaValidator, schema: unknown): CompiledSchema {
  try {
    return validator.compile(schema);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** A JSON Pointer in the way in which errors name places: `.a[0]`. */
function pathOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => {
      if (/^\d+$/.test(step)) return `[${step}]`;
      return /^[\w$]+$/.test(step) ? `.${step}` : `[${quote(step)}]`;
    })
    .join('');
}

/** Another's validator may say more than a line takes. */
function oneLine(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ');
  return line.length > 1_000 ? `${line.slice(0, 1_000)}…` : line;
}
