import type { Binding } from "./values.ts";

/** Names of a block and of the blocks around it. */
export class Scope {
  /** Made at the first declaration, because most blocks declare nothing. */
  #names?: Map<string, Binding>;
  readonly #outer?: Scope;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  set(name: string, binding: Binding): void {
    this.#names ??= new Map();
    this.#names.set(name, binding);
  }

  find(name: string): Binding | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#outer) {
      const binding = scope.#names?.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
  }
}
