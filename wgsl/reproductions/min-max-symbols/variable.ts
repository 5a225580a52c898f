import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Variable nodes: channel plus the other checks' messages. */
export const variable: Kernel = {
  name: "reproductions/min-max-symbols/variable",
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
};
