import type { KernelConstants } from "../../../src/gpu/kernel.ts";
import { type TwinVariant, twinOf } from "../../../src/gpu/part.ts";

/**
 * A binary check node: replaces the first `degree` incoming messages by the outgoing ones.
 * @param negative the check's bit of the syndrome is 1.
 */
export type CheckNode = (t: Float64Array, degree: number, negative: boolean) => void;

/** Twin of a part beside this file: its check node for a kernel's constants. */
export type CheckNodeTwin = (constants: KernelConstants) => CheckNode;

/** The check node of the rule that the variant of a kernel imports; undefined for a kernel without a rule. */
export function checkNodeOf(variant: TwinVariant, constants: KernelConstants): CheckNode | undefined {
  return variant.parts.rule && twinOf<CheckNodeTwin>(variant, "rule")(constants);
}
