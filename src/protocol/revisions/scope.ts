import { checkList, checkMap, checkObject, checkWords, primitives, type Check } from './check.ts';
import type { Definitions } from './definitions.ts';
import type { ChoiceForm, Form, ObjectForm, OptionalForm } from './form.ts';
import { Misfit } from './misfit.ts';

/**
 * The definitions of one revision, made into checks one by one as they are asked for.
 *
 * A strict scope keeps to the specification's schema. A tolerant one forgives what `tolerances.ts`
 * lists.
 */
export class Scope {
  readonly #definitions: Definitions;
  readonly #strict: boolean;
  readonly #checks = new Map<string, Check>();

  constructor(definitions: Definitions, strict: boolean) {
    this.#definitions = definitions;
    this.#strict = strict;
  }

  /** The check of a name. */
  named(name: string): Check {
    let check = this.#checks.get(name);
    if (check === undefined) {
      check = primitives[name] ?? this.#check(this.#define(name));
      this.#checks.set(name, check);
    }
    return check;
  }

  #define(name: string): Form {
    const form = this.#definitions[name];
    if (form === undefined) throw new Error(`No form is named ${name} in this revision`);
    return form;
  }

  #check(form: Form): Check {
    if (typeof form === 'string') return this.named(form);
    switch (form.kind) {
      case 'object':
        return checkObject(this.#object(form));
      case 'list':
        return checkList(this.#check(form.items));
      case 'map':
        return checkMap(this.#check(form.values));
      case 'words':
        return checkWords(form.words);
      case 'test':
        return (value) => (form.passes(value) ? value : new Misfit(form.expected, value));
      case 'choice':
        return this.#choice(form);
      case 'by-strictness':
        return this.#check(this.#strict ? form.strict : form.tolerant);
      case 'optional':
        return this.#optional(form);
    }
  }

  #object(form: ObjectForm): Readonly<Record<string, Check>> {
    const checks: Record<string, Check> = {};
    for (const [key, member] of Object.entries(this.#members(form))) {
      if (member !== undefined) checks[key] = this.#check(member);
    }
    return checks;
  }

  /** The members of an object and of its bases; what comes later replaces what came before. */
  #members(form: ObjectForm): ObjectForm['members'] {
    const members: Record<string, Form | undefined> = {};
    for (const name of form.bases) {
      const base = this.#define(name);
      if (typeof base !== 'string' && base.kind === 'object') {
        Object.assign(members, this.#members(base));
      }
    }
    return Object.assign(members, form.members);
  }

  /** The forms to choose from are found when a value means one of them: most are never met. */
  #choice({ expected, pick }: ChoiceForm): Check {
    return (value) => {
      const members = typeof value === 'object' && value !== null ? value : {};
      const name = pick(members as Readonly<Record<string, unknown>>, this.#strict);
      return name === undefined ? new Misfit(expected, value) : this.named(name)(value);
    };
  }

  #optional({ form, required, forgiven, otherwise }: OptionalForm): Check {
    const check = this.#check(form);
    if (this.#strict) {
      return required ? check : (value) => (value === undefined ? value : check(value));
    }
    return (value) => {
      if (value === undefined || value === null) return otherwise;
      const parsed = check(value);
      return forgiven && parsed instanceof Misfit ? otherwise : parsed;
    };
  }
}
