import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { bitPlanes } from "./bit-planes.ts";
import { encode } from "./encode.ts";
import { encodeAccumulator } from "./encode-accumulator.ts";
import { encodeDualDiagonal } from "./encode-dual-diagonal.ts";
import { source } from "./information.ts";
import { paritySums } from "./parity-sums.ts";
import { wordSyndrome } from "./word-syndrome.ts";

export const sourceKernels: KernelFamily = {
  kernels: [bitPlanes, encodeAccumulator, encodeDualDiagonal, encode, source, paritySums, wordSyndrome],
};
