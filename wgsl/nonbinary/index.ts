import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { normalisedVectorsPart } from "./check-node/normalised-vectors.ts";
import { decideFrames } from "./decide.ts";
import { domains } from "./domains/index.ts";
import { storages } from "./formats/index.ts";
import { int12ShortsStorage } from "./formats/lanes/int12-shorts.ts";
import { moveFrames } from "./move.ts";
import { packSymbols } from "./pack.ts";
import { packLevels } from "./pack-levels.ts";
import { packSliced } from "./pack-sliced.ts";
import { f32Posteriors, int12Posteriors, int12ShortsPosteriors, levelsPosteriors } from "./posteriors/index.ts";
import { extraColumnPart } from "./rules/trellis/extra-column.ts";
import { flooding, floodingStart, layered, layeredStart } from "./schedules/index.ts";
import { softFlooding } from "./soft/flooding.ts";
import { softLayered } from "./soft/layered.ts";
import { syndromeFrames } from "./syndrome.ts";
import { unpackSymbols } from "./unpack.ts";
import { variableFrames } from "./variable.ts";
import { variableLevels } from "./variable-levels.ts";
import { variableSliced } from "./variable-sliced.ts";

export const nonbinaryKernels: KernelFamily = {
  kernels: [
    decideFrames,
    moveFrames,
    packLevels,
    packSliced,
    packSymbols,
    softFlooding,
    softLayered,
    syndromeFrames,
    unpackSymbols,
    variableLevels,
    variableSliced,
    variableFrames,
  ],
  parts: [
    ...Object.values(storages),
    ...Object.values(domains),
    f32Posteriors,
    int12ShortsStorage,
    int12Posteriors,
    int12ShortsPosteriors,
    levelsPosteriors,
    flooding,
    floodingStart,
    layered,
    layeredStart,
    normalisedVectorsPart,
    extraColumnPart,
  ],
};
