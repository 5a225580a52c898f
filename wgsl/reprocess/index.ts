import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { keepMember } from "./ensemble.ts";
import { judgeTests } from "./judge-tests.ts";
import { keepLikeliest } from "./keep-likeliest.ts";
import { listFailed } from "./list-failed.ts";
import { selectPosition } from "./select-position.ts";

export const reprocessKernels: KernelFamily = {
  kernels: [judgeTests, keepLikeliest, keepMember, listFailed, selectPosition],
};
