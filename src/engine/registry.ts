import { binaryKernels } from "../../wgsl/binary/index.ts";
import { channelKernels } from "../../wgsl/channel/index.ts";
import { commonKernels } from "../../wgsl/common/index.ts";
import { KERNEL_NAMES } from "../../wgsl/kernel-names.ts";
import { lowWeightKernels } from "../../wgsl/low-weight/index.ts";
import { nonbinaryKernels } from "../../wgsl/nonbinary/index.ts";
import { osdKernels } from "../../wgsl/osd/index.ts";
import { quantumKernels } from "../../wgsl/quantum/index.ts";
import { reconciliationKernels } from "../../wgsl/reconciliation/index.ts";
import { reprocessKernels } from "../../wgsl/reprocess/index.ts";
import { minMaxSymbolsKernels } from "../../wgsl/reproductions/min-max-symbols/index.ts";
import { sourceKernels } from "../../wgsl/source/index.ts";
import { statisticsKernels } from "../../wgsl/statistics/index.ts";
import { checkNodeRules } from "../decoder/rules.ts";
import type { Kernel } from "../gpu/kernel.ts";
import type { Part } from "../gpu/part.ts";

/** The families, and the check-node rules, which have kernels and parts of their own. */
const FAMILIES = [
  binaryKernels,
  channelKernels,
  commonKernels,
  lowWeightKernels,
  nonbinaryKernels,
  osdKernels,
  quantumKernels,
  reconciliationKernels,
  reprocessKernels,
  minMaxSymbolsKernels,
  sourceKernels,
  statisticsKernels,
  ...Object.values(checkNodeRules),
];

/**
 * All kernels by name. Dispatches refer to kernels by these names.
 * @example
 * Object.hasOwn(kernels, "statistics/tally"); // → true
 */
export const kernels: Readonly<Record<string, Kernel>> = {
  ...Object.fromEntries(KERNEL_NAMES.map((name) => [name, { name }])),
  ...byName(FAMILIES.flatMap(({ kernels = [] }) => kernels)),
};

export const parts: Readonly<Record<string, Part>> = byName(FAMILIES.flatMap(({ parts = [] }) => parts));

/** The kernel of a dispatch. @throws Error for an unknown name. */
export function kernelNamed(name: string): Kernel {
  if (!Object.hasOwn(kernels, name))
    throw new Error(`there is no kernel ${name}: npx vitest run test/wgsl/registry -u lists the kernels`);
  return kernels[name];
}

/** @throws Error if two objects have the same name. */
function byName<T extends { readonly name: string }>(all: readonly T[]): Record<string, T> {
  const named: Record<string, T> = {};
  for (const each of all) {
    if ((named[each.name] ?? each) !== each) throw new Error(`two of the name ${each.name}`);
    named[each.name] = each;
  }
  return named;
}
