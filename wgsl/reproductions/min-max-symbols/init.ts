import type { Kernel } from "../../../src/gpu/kernel.ts";

/** First variable-to-check messages: the channel's, at most LLR_BOUND. */
export const init: Kernel = {
  name: "reproductions/min-max-symbols/init",
  workgroupSize: ({ Q, VARIABLES_PER_WORKGROUP }) => Q * VARIABLES_PER_WORKGROUP,
};
