import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { blockDifference } from "./block-difference.ts";
import { blockHash } from "./block-hash.ts";
import { blockLlr } from "./block-llr.ts";
import { blockRotation } from "./block-rotation.ts";
import { blockWord } from "./block-word.ts";
import { packBits } from "./pack-bits.ts";
import { rotatedLlr } from "./rotated-llr.ts";
import { unpackBits } from "./unpack-bits.ts";

export const reconciliationKernels: KernelFamily = {
  kernels: [blockDifference, blockHash, blockLlr, blockRotation, blockWord, packBits, rotatedLlr, unpackBits],
};
