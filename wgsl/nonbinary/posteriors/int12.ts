import type { Part } from "../../../src/gpu/part.ts";
import { int12 } from "../formats/int12.ts";
import { StoredVectors } from "../formats/storage.ts";
import type { PosteriorReader } from "./posteriors.ts";

export const int12Posteriors: Part<PosteriorReader> = {
  name: "nonbinary/posteriors/int12",
  wgsl: new URL("./int12.wgsl", import.meta.url),
  imports: [],
  twin: (words, { Q }, frames) => new StoredVectors(words, int12.twin, Q, frames),
};
