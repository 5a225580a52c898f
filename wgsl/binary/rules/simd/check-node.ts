import type { KernelConstants } from "../../../../src/gpu/kernel.ts";
import { type PartsVariant, simdOf } from "../../../../src/gpu/part.ts";
import type { V128 } from "../../../../src/wgsl-cpu/wasm/code.ts";
import type { FunctionBuilder, Local } from "../../../../src/wgsl-cpu/wasm/function.ts";
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

/** WebAssembly form of a rule. */
export interface SimdRule {
  /** The kernel's constants that its code depends on. */
  readonly constants: readonly string[];
  /** The check node; undefined if the rule has no form on these lanes. @param constants the constants that the rule names. */
  checkNode(constants: KernelConstants, lanes: SimdLanes): SimdCheckNode | undefined;
}

/** The rule whose code depends on these constants alone. */
export function simdRule<Name extends string>(
  constants: readonly Name[],
  checkNode: (constants: Readonly<Record<Name, number>>, lanes: SimdLanes) => SimdCheckNode | undefined,
): SimdRule {
  return { constants, checkNode };
}

/** A rule's check node, and the values of the constants that its code depends on. */
export interface SpecialisedCheckNode {
  readonly checkNode: SimdCheckNode;
  readonly constants: KernelConstants;
}

/** The check node of the rule that the variant of a kernel imports; undefined if the rule has no form on these lanes. */
export function simdCheckNodeOf(
  variant: PartsVariant,
  constants: KernelConstants,
  lanes: SimdLanes,
): SpecialisedCheckNode | undefined {
  const rule = simdOf<SimdRule>(variant, "rule");
  if (rule === undefined) return undefined;
  const own = Object.fromEntries(rule.constants.map((name) => [name, constants[name]]));
  const checkNode = rule.checkNode(own, lanes);
  return checkNode && { checkNode, constants: own };
}
