import type { KernelFamily } from "../../../src/gpu/kernel.ts";
import { ratioChannel } from "./channel.ts";
import { checkRatio } from "./check.ts";
import { ratioDecision } from "./decide.ts";
import { ratioF32, ratioLevels, ratioLevelsPair } from "./formats.ts";
import { ratioSyndrome } from "./syndrome.ts";
import { variableRatio } from "./variable.ts";

export const ratioKernels: KernelFamily = {
  kernels: [ratioChannel, checkRatio, ratioDecision, ratioSyndrome, variableRatio],
  parts: [ratioF32, ratioLevels, ratioLevelsPair],
};
