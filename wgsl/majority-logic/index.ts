import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { mlgdCheck } from "./check.ts";
import { mlgdDecision } from "./decide.ts";
import { initChecks } from "./init-checks.ts";
import { initVariables } from "./init-variables.ts";
import { mlgdVariable } from "./variable.ts";

export const majorityLogicKernels: KernelFamily = {
  kernels: [mlgdCheck, mlgdDecision, initChecks, initVariables, mlgdVariable],
};
