import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { binaryCheck } from "./check.ts";
import { chipIterations } from "./chip/iterations.ts";
import { binaryDecide } from "./decide.ts";
import { bytesPart } from "./formats/bytes.ts";
import { messageFormats } from "./formats/index.ts";
import type { Lanes } from "./formats/lanes.ts";
import { packLlr } from "./pack-llr.ts";
import { packSyndrome } from "./pack-syndrome.ts";
import { residentIterations } from "./resident.ts";
import { scatterCheck } from "./scatter/check.ts";
import { scatterFinish } from "./scatter/finish.ts";
import { binarySoft } from "./soft.ts";
import { binaryVariable } from "./variable.ts";

export const binaryKernels: KernelFamily = {
  kernels: [
    ...[binaryCheck, binaryDecide, chipIterations, packLlr, packSyndrome, residentIterations],
    ...[binarySoft, binaryVariable, scatterCheck, scatterFinish],
  ],
  parts: [
    ...Object.values(messageFormats).flatMap((format: Lanes) => [format, ...(format.onCpu ? [format.onCpu] : [])]),
    ...[bytesPart],
  ],
};
