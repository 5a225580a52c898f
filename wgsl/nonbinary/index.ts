import type { KernelFamily } from "../../src/gpu/kernel.ts";
import { decideFrames } from "./decide.ts";
import { domains } from "./domains/index.ts";
import { storages } from "./formats/index.ts";
import { int12ShortsStorage } from "./formats/lanes/int12-shorts.ts";
import { moveFrames } from "./move.ts";
import { packSymbols } from "./pack.ts";
import { packLevels } from "./pack-levels.ts";
import { packSliced } from "./pack-sliced.ts";
import { f32Posteriors } from "./posteriors/f32.ts";
import { int12Posteriors } from "./posteriors/int12.ts";
import { int12ShortsPosteriors } from "./posteriors/int12-shorts.ts";
import { levelsPosteriors } from "./posteriors/levels.ts";
import { flooding } from "./schedules/flooding.ts";
import { floodingStart } from "./schedules/flooding-start.ts";
import { layered } from "./schedules/layered.ts";
import { layeredStart } from "./schedules/layered-start.ts";
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
  ],
};
