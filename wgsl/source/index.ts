import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { bitPlanes } from "./encoding/bit-planes.ts";
import { encode } from "./encoding/encode.ts";
import { encodeAccumulator } from "./encoding/encode-accumulator.ts";
import { encodeBits } from "./encoding/encode-bits.ts";
import { encodeDualDiagonal } from "./encoding/encode-dual-diagonal.ts";
import { encodeExtension } from "./encoding/encode-extension.ts";
import { paritySums } from "./encoding/parity-sums.ts";
import { source } from "./information.ts";
import { informationBits } from "./information-bits.ts";
import { wordSyndrome } from "./word-syndrome.ts";

export const sourceKernels: KernelFamily = {
  kernels: [
    ...[bitPlanes, encodeAccumulator, encodeBits, encodeDualDiagonal, encodeExtension, encode],
    ...[informationBits, source, paritySums, wordSyndrome],
  ],
};
