import { Recent } from "../recent.ts";
import type { KernelConstants } from "./kernel.ts";
import { ShaderConstants } from "./shader-declarations.ts";
import type { KernelVariant } from "./variant.ts";

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

const IMPORT = /^\s*#import\s+(\S+)\s*$/;
const FOR = /^\s*#for\s+(\w)\s+in\s+(\S+)\s*$/;
const IF = /^\s*#if\s+(!?)(\w+)\s*$/;
const IF_GIVEN = /^\s*#if\s+(!?)<(\w+)>\s*$/;
const ENABLE = /^\s*enable\s/;
const ELSE = /^\s*#else\s*$/;
const END = /^\s*#end\s*$/;
/** The constant that says whether the device computes in f16. A file with lines under it has both forms. */
const F16 = "F16";

/**
 * Makes the WGSL text of a kernel. WGSL has neither includes nor templates, and compilers may not unroll its loops:
 * - constants become `const NAME: u32 = 5u;` at the front;
 * - `#import NAME` is replaced by that file, once; `#import <NAME>` by the file that the variant names for it;
 * - the lines from `#for k in 0..NAME` to `#end` are repeated with `$k` replaced by 0 … NAME − 1. Both bounds are
 * numbers, constants or `$` variables; a falling range counts down: `0..3` is 0, 1, 2 and `3..0` is 2, 1, 0;
 * `#for d in LIST` repeats them for the numbers of the variant's list;
 * - the lines from `#if <NAME>` to `#end` are removed if the variant names no file for `#import <NAME>`, the lines from `#if !<NAME>` if it does;
 * after `#else`, which any `#if` may have, the other way round;
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
  const hasF16 = source.some(({ text }) => IF.exec(text)?.[2] === F16);
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
  const [enabled, rest] = [true, false].map((wanted) => body.filter(({ text }) => ENABLE.test(text) === wanted));
  const lines = [...enabled, ...constantLines, ...rest];
  return {
    code: lines.map((line) => line.text).join("\n"),
    lines: lines.map(({ file, line }) => ({ file, line })),
    files,
  };
}

interface SourceLine extends ShaderLine {
  readonly text: string;
}

/** The imports of texts, which many shaders have in common. */
const importsOfTexts = new Recent<string, readonly string[]>(1024);

/** Names of the files that a text imports itself. An import in angle brackets is of the file that the variant names; undefined if it names none. */
export function importsOf(text: string, variant: KernelVariant = {}): (string | undefined)[] {
  const find = () => text.split("\n").flatMap((line) => IMPORT.exec(line)?.[1] ?? []);
  return importsOfTexts.get(text, find).map((wanted) => chosen(wanted, variant));
}

function chosen(wanted: string, { imports = {} }: KernelVariant): string | undefined {
  return wanted.startsWith("<") ? imports[wanted.slice(1, -1)] : wanted;
}

/** The lines of a kernel and of its imports, each file once, and the files' names. */
function included(name: string, textOf: (name: string) => string | undefined, variant: KernelVariant) {
  const source: SourceLine[] = [];
  const files = new Set<string>();
  const include = (file: string, text: string) => {
    files.add(file);
    for (const [index, line] of givenLines(text.split("\n"), file, variant)) {
      const wanted = IMPORT.exec(line)?.[1];
      if (wanted === undefined) {
        source.push({ text: line, file, line: index + 1 });
        continue;
      }
      const target = chosen(wanted, variant);
      if (target !== undefined && files.has(target)) continue;
      const body = target === undefined ? undefined : textOf(target);
      if (target === undefined || body === undefined) {
        throw new Error(`${file}.wgsl:${index + 1}: unknown import ${wanted}`);
      }
      include(target, body);
    }
  };
  const text = textOf(name);
  if (text === undefined) throw new Error(`there is no file ${name}.wgsl`);
  include(name, text);
  return { source, files: [...files] };
}

/** The lines of a file with their indices, without those of `#if <NAME>` that the variant decides against. */
function givenLines(lines: readonly string[], file: string, { imports = {} }: KernelVariant): [number, string][] {
  const source = lines.map((text, index): SourceLine => ({ text, file, line: index + 1 }));
  const kept: [number, string][] = [];
  const dropped = new Set<number>();
  for (let at = 0; at < lines.length; at++) {
    if (dropped.has(at)) continue;
    const condition = IF_GIVEN.exec(lines[at]);
    if (condition === null) {
      kept.push([at, lines[at]]);
      continue;
    }
    const { otherwise, end } = endOf(source, at, lines.length);
    dropped.add(end);
    if (Object.hasOwn(imports, condition[2]) !== (condition[1] === "")) at = otherwise;
    else for (let other = otherwise; other < end; other++) dropped.add(other);
  }
  return kept;
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
      const loop = FOR.exec(line.text);
      const condition = IF.exec(line.text);
      if (condition !== null) {
        const [, not, constant] = condition;
        if (constants[constant] === undefined) {
          throw new Error(`${line.file}.wgsl:${line.line}: unknown constant ${constant}`);
        }
        const { otherwise, end } = endOf(source, at, to);
        if ((constants[constant] !== 0) === (not === "")) expand(at + 1, otherwise, variables);
        else expand(otherwise + 1, end, variables);
        at = end;
        continue;
      }
      if (loop === null) {
        names.add(line, (name) => substitute(name, variables));
        lines.push({ ...line, text: substitute(line.text, variables) });
        continue;
      }
      const { end } = endOf(source, at, to);
      for (const value of values(loop[2], variables, `${line.file}.wgsl:${line.line}`)) {
        expand(at + 1, end, new Map([...variables, [loop[1], value]]));
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
    const { text } = source[at];
    if ([FOR, IF, IF_GIVEN].some((begins) => begins.test(text))) depth++;
    else if (depth === 1 && ELSE.test(text)) otherwise ??= at;
    else if (END.test(text) && --depth === 0) return { otherwise: otherwise ?? at, end: at };
  }
  throw new Error(`${source[start].file}.wgsl:${source[start].line}: #for or #if without #end`);
}

function substitute(text: string, variables: ReadonlyMap<string, number>): string {
  return variables.size === 0 ? text : text.replace(/\$(\w)/g, (whole, name) => String(variables.get(name) ?? whole));
}
