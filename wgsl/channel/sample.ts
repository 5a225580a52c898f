import type { Kernel } from "../../src/gpu/kernel.ts";

/** BPSK over a symmetric discrete channel: the output for +1 is drawn, and mirrored where −1 was sent. */
export const sample: Kernel = { name: "channel/sample" };
