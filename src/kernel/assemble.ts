import type { KernelConstants } from "./kernel.ts";

/** A shader ready to compile, with the origin of each of its lines. */
export interface AssembledShader {
  readonly code: string;
  /** Origin of line i + 1 of `code`. */
  readonly lines: readonly ShaderLine[];
}

/** A line of a `.wgsl` file; line 0 of "constants" stands for the constants put in front. */
export interface ShaderLine {
  readonly file: string;
  readonly line: number;
}

const IMPORT = /^\s*#import\s+(\S+)\s*$/;

/**
 * Makes one WGSL text of a kernel: constants in front as `const NAME: u32 = 5u;`, each `#import NAME` line replaced by
 * that file, once. WGSL itself has neither includes nor templates.
 * @param name kernel name, for the line map.
 * @param text the kernel's WGSL.
 * @param constants non-negative integers below 2^32.
 * @param imports text of a shared file by its name, `shared/run`.
 * @throws Error if a constant is no such integer or an import is unknown: mistakes of a kernel, not of a user.
 */
export function assemble(
  name: string,
  text: string,
  constants: KernelConstants,
  imports: Readonly<Record<string, string>>,
): AssembledShader {
  const code: string[] = [];
  const lines: ShaderLine[] = [];
  const imported = new Set<string>();

  const add = (line: string, file: string, number: number) => {
    code.push(line);
    lines.push({ file, line: number });
  };
  const include = (file: string, body: string) => {
    for (const [index, line] of body.split("\n").entries()) {
      const target = IMPORT.exec(line)?.[1];
      if (target === undefined) add(line, file, index + 1);
      else if (imports[target] === undefined) throw new Error(`${file}.wgsl:${index + 1}: unknown import ${target}`);
      else if (!imported.has(target)) {
        imported.add(target);
        include(target, imports[target]);
      }
    }
  };

  for (const [constant, value] of Object.entries(constants)) {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) {
      throw new Error(`kernel ${name}: constant ${constant} = ${value} is not a 32-bit unsigned integer`);
    }
    add(`const ${constant}: u32 = ${value}u;`, "constants", 0);
  }
  include(name, text);
  return { code: code.join("\n"), lines };
}
