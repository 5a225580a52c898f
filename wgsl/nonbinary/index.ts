import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { normalisedVectorsPart } from "./check-node/normalised-vectors.ts";
import { domains } from "./domains/index.ts";
import { storages } from "./formats/index.ts";
import { int12ShortsStorage } from "./formats/lanes/int12-shorts.ts";
import { jointSpread } from "./nodes/joint-spread.ts";
import { packSymbols } from "./pack.ts";
import { packLevels } from "./pack-levels.ts";
import { packSliced } from "./pack-sliced.ts";
import { extraColumnPart } from "./rules/trellis/extra-column.ts";
import { unpackSymbols } from "./unpack.ts";
import { variableSliced } from "./variable-sliced.ts";

export const nonbinaryKernels: KernelFamily = {
  kernels: [jointSpread, packLevels, packSliced, packSymbols, unpackSymbols, variableSliced],
  parts: [
    ...Object.values(storages),
    ...Object.values(domains),
    int12ShortsStorage,
    normalisedVectorsPart,
    extraColumnPart,
  ],
};
