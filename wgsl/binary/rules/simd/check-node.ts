import type { KernelConstants } from "../../../../src/gpu/kernel.ts";
import { type PartsVariant, simdOf } from "../../../../src/gpu/part.ts";
import type { V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";
import type { SimdLanes } from "../../formats/simd/lanes.ts";

/**
 * A check node in WebAssembly: adds to a function what gathers the edges of a check.
 * @param signs sign bits of the check's syndrome, if it has one.
 * @returns what gives an edge its outgoing message.
 */
export type SimdCheckNode = (
  f: FunctionBuilder,
  edges: readonly Local<"v128">[],
  signs: V128 | undefined,
) => (edge: number) => V128;

/** WebAssembly form of a part beside this file: its check node for a kernel's constants, if there is one on such lanes. */
export type SimdRule = (constants: KernelConstants, lanes: SimdLanes) => SimdCheckNode | undefined;

/** The check node of the rule that the variant of a kernel imports. */
export function simdCheckNodeOf(
  variant: PartsVariant,
  constants: KernelConstants,
  lanes: SimdLanes,
): SimdCheckNode | undefined {
  return simdOf<SimdRule>(variant, "rule")?.(constants, lanes);
}
