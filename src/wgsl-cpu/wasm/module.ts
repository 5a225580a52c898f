import { type Code, flatten, sized, unsigned, vector } from "./code.ts";
import { FunctionBuilder } from "./function.ts";
import { bytes, mask } from "./simd.ts";

export type Exports = Readonly<Record<string, (...values: number[]) => number>>;

/** A function in the binary format: its type, and its body with its length. */
export interface WasmFunction {
  readonly name: string;
  readonly type: Code;
  readonly body: Code;
}

const HEAD = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const SECTION = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 } as const;

const text = (name: string) => sized([...new TextEncoder().encode(name)]);

/**
 * A WebAssembly module of functions over one imported memory, which exports each by its name.
 * @example
 * const double = new FunctionBuilder("double", 1);
 * double.returns(mul(double.parameter(0), 2));
 * instantiate(new WebAssembly.Module(moduleBytes([double])), new WebAssembly.Memory({ initial: 1 })).double(21); // 42
 */
export function moduleBytes(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const section = (id: number, items: Parameters<typeof vector>[0]) => [id, sized(vector(items))];
  return flatten([
    HEAD,
    section(
      SECTION.types,
      functions.map(({ type }) => type),
    ),
    // A memory of at least zero pages: the instantiating code passes a memory that is large enough.
    section(SECTION.imports, [[text("host"), text("memory"), 0x02, 0x00, 0]]),
    section(
      SECTION.functions,
      functions.map((_, i) => unsigned(i)),
    ),
    section(
      SECTION.exports,
      functions.map(({ name }, i) => [text(name), 0x00, unsigned(i)]),
    ),
    section(
      SECTION.code,
      functions.map(({ body }) => body),
    ),
  ]);
}

export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  const { exports } = new WebAssembly.Instance(module, { host: { memory } });
  return exports as unknown as Exports;
}

/** Whether this JavaScript engine has WebAssembly with SIMD: Node.js and all current browsers do, unless they may not compile. */
export function hasSimd(): boolean {
  if (typeof WebAssembly !== "object") return false;
  const probe = new FunctionBuilder("probe", 0);
  probe.returns(mask("v128.any_true", bytes(0)));
  return WebAssembly.validate(moduleBytes([probe]));
}
