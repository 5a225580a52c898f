import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { encodeAccumulator } from "./encoding/encode-accumulator.ts";
import { encodeBits } from "./encoding/encode-bits.ts";
import { encodeDualDiagonal } from "./encoding/encode-dual-diagonal.ts";
import { informationBits } from "./information-bits.ts";
import { wordSyndrome } from "./word-syndrome.ts";

export const sourceKernels: KernelFamily = {
  kernels: [...[encodeAccumulator, encodeBits, encodeDualDiagonal], ...[informationBits, wordSyndrome]],
};
