import type { KernelConstants } from "../../../../src/gpu/kernel.ts";
import { type PartsVariant, simdOf } from "../../../../src/gpu/part.ts";
import type { V128 } from "../../../../src/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wasm/function.ts";
import type { SimdLanes } from "../../formats/simd/lanes.ts";

/**
 * A check node in WebAssembly. It adds code that collects the edges of a check to a function.
 * @param signs sign bits of the check's syndrome, if it has one.
 * @returns a function that adds the code of an edge's outgoing message.
 */
export type SimdCheckNode = (
  f: FunctionBuilder,
  edges: readonly Local<"v128">[],
  signs: V128 | undefined,
) => (edge: number) => V128;

/** WebAssembly form of a rule: its check node for a kernel's constants; undefined if the rule has no form on these lanes. */
export type SimdRule = (constants: KernelConstants, lanes: SimdLanes) => SimdCheckNode | undefined;

/** The check node of the rule that the variant of a kernel imports. */
export function simdCheckNodeOf(
  variant: PartsVariant,
  constants: KernelConstants,
  lanes: SimdLanes,
): SimdCheckNode | undefined {
  return simdOf<SimdRule>(variant, "rule")?.(constants, lanes);
}
