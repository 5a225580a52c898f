import { Recent } from "../recent.ts";
import type { KernelConstants } from "./kernel.ts";
import type { KernelVariant } from "./part.ts";

/** A shader ready to compile, with the origin of each of its lines. */
export interface AssembledShader {
  readonly code: string;
  /** Origin of line i + 1 of `code`. */
  readonly lines: readonly ShaderLine[];
  /** Names of the files that it consists of. */
  readonly files: readonly string[];
}

/** A line of a `.wgsl` file; line 0 of "constants" stands for the constants put in front. */
export interface ShaderLine {
  readonly file: string;
  readonly line: number;
}

/** Forms of one line that stand for several: see `assemble`. */
const BUFFERS = /^\s*#(in|out)\s+(.*\S)\s*$/;
const IMPORTS = /^\s*#import\s+(.*,.*\S)\s*$/;
const MAIN = /^\s*#main\s+(\w+: \w+(?:, \w+: \w+)*) (\{.*)$/;
const BLOCK = /^\s*(#(?:for\s+\w\s+in\s+[^\s:]+|if\s+!?(?:\w+|<\w+>)|else)):\s+(.*\S)\s*$/;

const DIRECTIVES = {
  import: /^\s*#import\s+(\S+)\s*$/,
  for: /^\s*#for\s+(\w)\s+in\s+(\S+)\s*$/,
  if: /^\s*#if\s+(!?)(\w+)\s*$/,
  ifGiven: /^\s*#if\s+(!?)<(\w+)>\s*$/,
  else: /^\s*#else\s*$/,
  end: /^\s*#end\s*$/,
};
const ENABLE = /^\s*enable\s/;
/** The constant that says whether the device computes in f16. A file with lines under it has both forms. */
const F16 = "F16";

/**
 * Makes the WGSL text of a kernel. WGSL has neither includes nor templates, and compilers may not unroll its loops:
 * - constants become `const NAME: u32 = 5u;` at the front;
 * - `#in a: T, b: U` declares the next storage buffers that the kernel reads, arrays of T and of U, from binding 1 on; `#out` those that it writes;
 * - `#main id: workgroup_id {` begins the entry point of WORKGROUP_SIZE invocations, whose parameters have these built-in values;
 * - `#import NAME` is replaced by that file, once; `#import <NAME>` by the file that the variant names for it; `#import A, <B>` imports both;
 * - the lines from `#for k in 0..NAME` to `#end` are repeated with `$k` replaced by 0 … NAME − 1. Both bounds are
 * numbers, constants or `$` variables; a falling range counts down: `0..3` is 0, 1, 2 and `3..0` is 2, 1, 0;
 * `#for d in LIST` repeats them for the numbers of the variant's list;
 * - the lines from `#if <NAME>` to `#end` are removed if the variant names no file for `#import <NAME>`, the lines from `#if !<NAME>` if it does;
 * after `#else`, which any `#if` may have, the other way round;
 * - `#for k in 0..3: LINE` and `#if NAME: LINE`, which `#else: LINE` may follow, are blocks of one line without an `#end`;
 * - `enable f16;` goes to the front, as WGSL requires;
 * - the lines from `#if NAME` to `#end` are removed if the constant is 0, the lines from `#if !NAME` if it is not 0. The constant F16 is for
 * shaders that have such lines for it.
 * @param name kernel name.
 * @param given non-negative integers below 2^32.
 * @param textOf text of a file by its name, `common/run`; undefined if there is none.
 * @param f16 whether the device computes in f16.
 * @throws Error for a constant out of range or without a value, an unknown import, bound or condition, or a `#for` or
 * `#if` without an end.
 */
export function assemble(
  name: string,
  given: KernelConstants,
  textOf: (name: string) => string | undefined,
  variant: KernelVariant = {},
  f16 = false,
): AssembledShader {
  const { source, files } = included(name, (file) => variant.texts?.[file]?.text ?? textOf(file), variant);
  const hasF16 = source.some(({ directive, words }) => directive === "if" && words[2] === F16);
  const constants = hasF16 ? { ...given, [F16]: Number(f16) } : given;
  const names = new ShaderConstants(Object.keys(constants));
  const body = expanded(source, constants, variant.lists ?? {}, names);
  const missing = names.missing();
  if (missing.length > 0) throw new Error(`kernel ${name}: constants have no value: ${missing.join(", ")}`);
  const constantLines = Object.entries(constants).map(([constant, value]) => {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) {
      throw new Error(`kernel ${name}: constant ${constant} = ${value} is not a 32-bit unsigned integer`);
    }
    return { text: `const ${constant}: u32 = ${value}u;`, file: "constants", line: 0 };
  });
  const [enabled, rest] = [true, false].map((wanted) => body.filter(({ isEnable }) => isEnable === wanted));
  const lines = [...enabled, ...constantLines, ...rest];
  return { code: lines.map((line) => line.text).join("\n"), lines, files };
}

interface SourceLine extends ShaderLine {
  readonly text: string;
  readonly directive?: keyof typeof DIRECTIVES;
  /** The parts of a directive: its whole text first. */
  readonly words: readonly string[];
  readonly isEnable: boolean;
  readonly constants: LineConstants;
}

/** The lines of files, which many shaders have in common. */
const linesOfFiles = new Recent<string, readonly SourceLine[]>(1024);

function linesOf(file: string, text: string): readonly SourceLine[] {
  return linesOfFiles.get(`${file}\n${text}`, () => {
    const lines: SourceLine[] = [];
    let bindings = 0;
    /** Number of lines behind the last #if of one line. */
    let folded = -1;
    const add = (line: string, at: number): void => {
      const push = (...texts: readonly string[]) => lines.push(...texts.map((each) => sourceLine(each, file, at)));
      const [, block, body] = BLOCK.exec(line) ?? [];
      const [, access, buffers] = BUFFERS.exec(line) ?? [];
      const [, imports] = IMPORTS.exec(line) ?? [];
      const [, parameters, rest] = MAIN.exec(line) ?? [];
      if (block !== undefined) {
        if (block === "#else") {
          if (lines.length !== folded)
            throw new Error(`${file}.wgsl:${at}: #else: without an #if of one line before it`);
          lines.pop();
        }
        push(block);
        add(body, at);
        push("#end");
        if (block.startsWith("#if")) folded = lines.length;
      } else if (access !== undefined) {
        const mode = access === "in" ? "read" : "read_write";
        for (const buffer of buffers.split(/,\s*/)) {
          const [, name, type] = /^(\w+): (\w+|\w+<\w+>)$/.exec(buffer) ?? [];
          if (name === undefined) throw new Error(`${file}.wgsl:${at}: "${buffer}" is no buffer with its type`);
          push(`@group(0) @binding(${++bindings}) var<storage, ${mode}> ${name}: array<${type}>;`);
        }
      } else if (parameters !== undefined) {
        const all = parameters.split(", ").map((parameter) => {
          const [name, value] = parameter.split(": ");
          return `@builtin(${value}) ${name}: ${value === "local_invocation_index" ? "u32" : "vec3u"}`;
        });
        push("@compute @workgroup_size(WORKGROUP_SIZE)", `fn main(${all.join(", ")}) ${rest}`);
      } else push(...(imports?.split(/,\s*/).map((name) => `#import ${name}`) ?? [line]));
    };
    // A checkout on Windows may end lines with CR.
    text.split(/\r?\n/).forEach((line, index) => {
      add(line, index + 1);
    });
    return lines;
  });
}

function sourceLine(text: string, file: string, line: number): SourceLine {
  if (text.includes("#")) {
    for (const [directive, pattern] of Object.entries(DIRECTIVES)) {
      const words = pattern.exec(text);
      if (words === null) continue;
      const constants = { used: [], declared: [] };
      return { text, file, line, directive: directive as keyof typeof DIRECTIVES, words, isEnable: false, constants };
    }
  }
  return { text, file, line, words: [], isEnable: ENABLE.test(text), constants: constantsOf(text) };
}

/** Names of the files that a file with this text imports itself. An import in angle brackets is of the file that the variant names; undefined if it names none. */
export function importsOf(file: string, text: string, variant: KernelVariant = {}): (string | undefined)[] {
  return linesOf(file, text).flatMap(({ directive, words }) =>
    directive === "import" ? [chosen(words[1], variant)] : [],
  );
}

function chosen(wanted: string, { imports = {} }: KernelVariant): string | undefined {
  return wanted.startsWith("<") ? imports[wanted.slice(1, -1)] : wanted;
}

/** The lines of a kernel and of its imports, each file once, and the files' names. Lines that `#if <NAME>` excludes for the variant are left out. */
function included(name: string, textOf: (name: string) => string | undefined, variant: KernelVariant) {
  const source: SourceLine[] = [];
  const files = new Set<string>();
  const include = (file: string, text: string) => {
    files.add(file);
    const dropped = new Set<number>();
    const lines = linesOf(file, text);
    for (let at = 0; at < lines.length; at++) {
      if (dropped.has(at)) continue;
      const { directive, words, line } = lines[at];
      if (directive === "ifGiven") {
        const { otherwise, end } = endOf(lines, at, lines.length);
        dropped.add(end);
        if (Object.hasOwn(variant.imports ?? {}, words[2]) !== (words[1] === "")) at = otherwise;
        else for (let other = otherwise; other < end; other++) dropped.add(other);
      } else if (directive === "import") {
        const target = chosen(words[1], variant);
        if (target !== undefined && files.has(target)) continue;
        const body = target === undefined ? undefined : textOf(target);
        if (target === undefined || body === undefined) {
          throw new Error(`${file}.wgsl:${line}: unknown import ${words[1]}`);
        }
        include(target, body);
      } else source.push(lines[at]);
    }
  };
  const text = textOf(name);
  if (text === undefined) throw new Error(`there is no file ${name}.wgsl`);
  include(name, text);
  return { source, files: [...files] };
}

/** The lines with `#if` and `#for` expanded. @param names takes the constants of the lines. */
function expanded(
  source: readonly SourceLine[],
  constants: KernelConstants,
  lists: Readonly<Record<string, readonly number[]>>,
  names: ShaderConstants,
): SourceLine[] {
  const lines: SourceLine[] = [];
  expand(0, source.length, new Map());
  return lines;

  /** Adds the source lines from `from` to `to` − 1 with variables replaced. */
  function expand(from: number, to: number, variables: ReadonlyMap<string, number>): void {
    for (let at = from; at < to; at++) {
      const line = source[at];
      if (line.directive === "if") {
        const [, not, constant] = line.words;
        if (constants[constant] === undefined) {
          throw new Error(`${line.file}.wgsl:${line.line}: unknown constant ${constant}`);
        }
        const { otherwise, end } = endOf(source, at, to);
        if ((constants[constant] !== 0) === (not === "")) expand(at + 1, otherwise, variables);
        else expand(otherwise + 1, end, variables);
        at = end;
        continue;
      }
      if (line.directive !== "for") {
        names.add(line, line.constants, (name) => substitute(name, variables));
        lines.push(variables.size === 0 ? line : { ...line, text: substitute(line.text, variables) });
        continue;
      }
      const [, counter, range] = line.words;
      const { end } = endOf(source, at, to);
      for (const value of values(range, variables, `${line.file}.wgsl:${line.line}`)) {
        expand(at + 1, end, new Map([...variables, [counter, value]]));
      }
      at = end;
    }
  }

  function values(range: string, variables: ReadonlyMap<string, number>, place: string): readonly number[] {
    const list = lists[substitute(range, variables)];
    if (list !== undefined) return list;
    const bounds = range.split("..").map((bound) => {
      const word = substitute(bound, variables);
      return /^\d+$/.test(word) ? Number(word) : constants[word];
    });
    if (bounds.length !== 2 || bounds.includes(undefined as never)) throw new Error(`${place}: unknown range ${range}`);
    const [first, last] = bounds;
    const count = Math.abs(last - first);
    return Array.from({ length: count }, (_, i) => (last >= first ? first + i : first - 1 - i));
  }
}

/** Indices of the `#end` of a directive, and of its `#else`, or of its end again. */
function endOf(source: readonly SourceLine[], start: number, to: number) {
  let depth = 0;
  let otherwise: number | undefined;
  for (let at = start; at < to; at++) {
    const { directive } = source[at];
    if (directive === "for" || directive === "if" || directive === "ifGiven") depth++;
    else if (depth === 1 && directive === "else") otherwise ??= at;
    else if (directive === "end" && --depth === 0) return { otherwise: otherwise ?? at, end: at };
  }
  throw new Error(`${source[start].file}.wgsl:${source[start].line}: #for or #if without #end`);
}

function substitute(text: string, variables: ReadonlyMap<string, number>): string {
  return variables.size === 0 || !text.includes("$")
    ? text
    : text.replace(/\$(\w)/g, (whole, name) => String(variables.get(name) ?? whole));
}

/** The place of a line of a template. */
interface Line {
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
class ShaderConstants {
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

function constantsOf(text: string): LineConstants {
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
