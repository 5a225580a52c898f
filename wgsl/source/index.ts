import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { bitPlanes } from "./bit-planes.ts";
import { encode } from "./encode.ts";
import { encodeAccumulator } from "./encode-accumulator.ts";
import { encodeBits } from "./encode-bits.ts";
import { encodeDualDiagonal } from "./encode-dual-diagonal.ts";
import { encodeExtension } from "./encode-extension.ts";
import { source } from "./information.ts";
import { informationBits } from "./information-bits.ts";
import { paritySums } from "./parity-sums.ts";
import { wordSyndrome } from "./word-syndrome.ts";

export const sourceKernels: KernelFamily = {
  kernels: [
    ...[bitPlanes, encodeAccumulator, encodeBits, encodeDualDiagonal, encodeExtension, encode],
    ...[informationBits, source, paritySums, wordSyndrome],
  ],
};
