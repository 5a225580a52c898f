import type { Kernel } from "../../../src/gpu/kernel.ts";

/** Extended min-sum check nodes in whole steps. One invocation processes one check of two frames. */
export const checkEmsInt12: Kernel = { name: "nonbinary/rules/ems-int12" };
