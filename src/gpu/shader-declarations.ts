/** The place of a line of a template. */
interface Line {
  readonly file: string;
  readonly line: number;
}

/** The constants that a line uses and the constants that it declares. A name may have a variable in it: `SHIFT_$k`. */
export interface LineConstants {
  readonly used: readonly string[];
  readonly declared: readonly string[];
}

/** A name in capitals, which stands for a constant. */
const NAME = "[A-Z](?:[A-Z0-9_]|\\$\\w)*";
/** Not a member, and not a part of a number or of a longer name. */
const USED = new RegExp(`(?<![\\w.])${NAME}(?!\\w)`, "g");
const DECLARED = [
  new RegExp(`\\b(?:const|override|alias|struct|fn|let)\\s+(${NAME})`, "g"),
  new RegExp(`\\bvar\\s*(?:<[^>]*>)?\\s*(${NAME})`, "g"),
  // A parameter or a member of a structure.
  new RegExp(`(?:^|[(,{])\\s*(${NAME})\\s*:`, "g"),
];
const COMMENT = /\/\/.*/;
/** The values of a `case`, which end in a colon as names of parameters do. */
const CASE = /\bcase\b[^:{]*/g;
const BINDING = /@binding\((\d+)\) var<storage, (read|read_write)>/g;

/** Collects the constants of a shader line by line, to find those without a value. */
export class ShaderConstants {
  readonly #known: Set<string>;
  /** The place of each constant's first use. */
  readonly #used = new Map<string, Line>();

  /** @param given names of the constants that have values. */
  constructor(given: Iterable<string>) {
    this.#known = new Set(given);
  }

  /** Adds a line of the template each time that it is repeated. @param substitute replaces the variables of a name. */
  add(line: Line, { used, declared }: LineConstants, substitute: (name: string) => string): void {
    for (const name of declared) this.#known.add(substitute(name));
    for (const each of used) {
      const name = substitute(each);
      if (!this.#used.has(name)) this.#used.set(name, line);
    }
  }

  /** The constants that are used, not declared and not given, with their places: `N (wgsl/binary/check.wgsl:12)`. */
  missing(): string[] {
    return [...this.#used]
      .filter(([name]) => !this.#known.has(name))
      .map(([name, { file, line }]) => `${name} (wgsl/${file}.wgsl:${line})`);
  }
}

const NO_CONSTANTS: LineConstants = { used: [], declared: [] };

export function constantsOf(text: string): LineConstants {
  if (!/[A-Z]/.test(text)) return NO_CONSTANTS;
  const code = text.replace(COMMENT, "");
  const used = [...code.matchAll(USED)].map(([name]) => name);
  if (used.length === 0) return NO_CONSTANTS;
  const declaring = code.replace(CASE, "");
  return { used, declared: DECLARED.flatMap((pattern) => [...declaring.matchAll(pattern)].map(([, name]) => name)) };
}

/** How a shader accesses its storage buffers, from binding 1 on. @throws Error if a binding is missing or out of order. */
export function storageAccess(code: string): readonly ("read" | "read_write")[] {
  return [...code.matchAll(BINDING)].map(([, binding, access], i) => {
    if (Number(binding) !== i + 1) throw new Error(`a shader declares binding ${binding} in the place of ${i + 1}`);
    return access as "read" | "read_write";
  });
}
