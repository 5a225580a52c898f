import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { checkUpdate } from "./check.ts";
import { listWords } from "./compact.ts";
import { bitDecision } from "./decide.ts";
import { messageFormats } from "./formats/index.ts";
import { packLlr } from "./pack-llr.ts";
import { packSyndrome } from "./pack-syndrome.ts";
import { checkLayers } from "./resident.ts";
import { checkSyndrome } from "./syndrome.ts";
import { variableSums } from "./variable.ts";

export const binaryKernels: KernelFamily = {
  kernels: [checkUpdate, listWords, bitDecision, packLlr, packSyndrome, checkLayers, checkSyndrome, variableSums],
  parts: Object.values(messageFormats),
};
