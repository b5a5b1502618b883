import { ProtocolError, type CallToolResult, type Tool } from '../../protocol/index.ts';
import type { ClientSettings } from '../options.ts';
import { SchemaRefusal, type CompiledSchema, type SchemaValidator } from './schema-validator.ts';

/** Tools of which the compiled schema is kept; the oldest goes first. */
const maxCompiled = 10_000;

/**
 * Checks the structured content of results against the output schemas that a server gave its tools.
 * A schema is compiled when its tool is first called. One that cannot be used, or not within bounds,
 * costs no call: it is reported, once a tool.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema | Output schema}
 */
export class OutputCheck {
  readonly #settings: ClientSettings;
  readonly #schemas = new Map<string, unknown>();
  readonly #compiled = new Map<string, CompiledSchema | undefined>();
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
    for (const { name, outputSchema } of tools) {
      if (outputSchema === this.#schemas.get(name)) continue;
      this.#compiled.delete(name);
      if (outputSchema === undefined) this.#schemas.delete(name);
      else this.#schemas.set(name, outputSchema);
    }
  }

  /**
   * Gives the result back, at once where there is nothing to be loaded for it.
   *
   * @throws ProtocolError `INVALID_RESULT` where it does not fit
   */
  check(name: string, result: CallToolResult): CallToolResult | Promise<CallToolResult> {
    // A tool that failed has nothing to show for it.
    if (this.#given === false || result.isError === true || !this.#schemas.has(name)) return result;
    if (this.#loaded !== undefined) return this.#checkWith(this.#loaded, name, result);
    return this.#load().then((validator) => this.#checkWith(validator, name, result));
  }

  async #load(): Promise<SchemaValidator> {
    const { defaultValidator } = await import('./default-validator.ts');
    this.#loaded = defaultValidator;
    return defaultValidator;
  }

  #checkWith(validator: SchemaValidator, name: string, result: CallToolResult): CallToolResult {
    const place = 'structuredContent';
    // Whether it is there, not whether it counts as true: null, false, 0 and "" are content.
    if (!Object.hasOwn(result, place))
      throw this.#invalid(name, place, 'is missing, and the tool has an output schema');
    try {
      const compiled = this.#compiledFor(validator, name);
      const [fault] = compiled?.(result.structuredContent) ?? [];
      if (fault === undefined) return result;
      throw this.#invalid(name, place + pathOf(fault.pointer), fault.message);
    } catch (error) {
      if (!(error instanceof SchemaRefusal)) throw error;
      this.#unchecked(name, error);
      return result;
    }
  }

  #compiledFor(validator: SchemaValidator, name: string): CompiledSchema | undefined {
    if (this.#compiled.has(name)) return this.#compiled.get(name);
    // One that is refused is refused, and reported, once.
    this.#compiled.set(name, undefined);
    for (const oldest of this.#compiled.keys()) {
      if (this.#compiled.size <= maxCompiled) break;
      this.#compiled.delete(oldest);
    }
    const compiled = validator.compile(this.#schemas.get(name));
    this.#compiled.set(name, compiled);
    return compiled;
  }

  #unchecked(name: string, refusal: SchemaRefusal): void {
    const { strict, report } = this.#settings;
    if (strict)
      throw this.#invalid(name, 'structuredContent', `cannot be checked: ${refusal.message}`);
    report({ kind: 'output-unchecked', tool: name, why: refusal.message });
  }

  #invalid(name: string, path: string, message: string): ProtocolError {
    const method = 'tools/call';
    const words = `Invalid result for ${method}: ${path}: ${message}`;
    return new ProtocolError('INVALID_RESULT', words, {
      ...this.#settings.about,
      method,
      subject: name,
    });
  }
}

/** A JSON Pointer in the way in which errors name places: `.a[0]`. */
function pathOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('');
}
