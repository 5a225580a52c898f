import { Recent } from "../recent.ts";

/** A line of a template and its place. */
interface Line {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** The constants that a line uses and the constants that it declares. A name may have a variable in it: `SHIFT_$k`. */
interface LineConstants {
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
  readonly #lines = new Map<Line, LineConstants>();

  /** @param given names of the constants that have values. */
  constructor(given: Iterable<string>) {
    this.#known = new Set(given);
  }

  /** Adds a line of the template each time that it is repeated. @param substitute replaces the variables of a name. */
  add(line: Line, substitute: (name: string) => string): void {
    const known = this.#lines.get(line);
    const { used, declared } = known ?? constantsOf(line.text);
    if (known === undefined)
      this.#lines.set(line, { used: used.filter(isNumbered), declared: declared.filter(isNumbered) });
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

const isNumbered = (name: string) => name.includes("$");

/** The constants of lines by their text: many shaders have the same lines. */
const ofText = new Recent<string, LineConstants>(16_384);

function constantsOf(text: string): LineConstants {
  return ofText.get(text, () => findConstants(text));
}

function findConstants(text: string): LineConstants {
  const code = text.replace(COMMENT, "");
  const declaring = code.replace(CASE, "");
  return {
    used: [...code.matchAll(USED)].map(([name]) => name),
    declared: DECLARED.flatMap((pattern) => [...declaring.matchAll(pattern)].map(([, name]) => name)),
  };
}

/** How a shader accesses its storage buffers, from binding 1 on. @throws Error if a binding is missing or out of order. */
export function storageAccess(code: string): readonly ("read" | "read_write")[] {
  return [...code.matchAll(BINDING)].map(([, binding, access], i) => {
    if (Number(binding) !== i + 1) throw new Error(`a shader declares binding ${binding} in the place of ${i + 1}`);
    return access as "read" | "read_write";
  });
}
