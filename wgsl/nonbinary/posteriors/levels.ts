import type { Part } from "../../../src/gpu/part.ts";
import { LaneVectors, levelsPart } from "../formats/levels.ts";
import type { PosteriorReader } from "./posteriors.ts";

export const levelsPosteriors: Part<PosteriorReader> = {
  name: "nonbinary/posteriors/levels",
  wgsl: new URL("./levels.wgsl", import.meta.url),
  imports: [levelsPart],
  twin: (words, { Q, LEVELS }, frames) => new LaneVectors(words, LEVELS, Q, frames),
};
