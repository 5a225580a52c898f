import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { adoptWords } from "./adopt-words.ts";
import { endRound } from "./end-round.ts";
import { keepMember, takeMember } from "./ensemble.ts";
import { judgeTests } from "./judge-tests.ts";
import { keepLikeliest } from "./keep-likeliest.ts";
import { listFailed } from "./list-failed.ts";
import { makeTests } from "./make-tests.ts";
import { selectPosition } from "./select-position.ts";
import { edgeWeights } from "./weights/edge-weights.ts";
import { unsatisfiedChecks } from "./weights/unsatisfied-checks.ts";

export const reprocessKernels: KernelFamily = {
  kernels: [
    adoptWords,
    endRound,
    judgeTests,
    keepLikeliest,
    keepMember,
    listFailed,
    makeTests,
    selectPosition,
    takeMember,
    edgeWeights,
    unsatisfiedChecks,
  ],
};
