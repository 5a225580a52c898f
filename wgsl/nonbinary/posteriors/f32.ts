import type { Part } from "../../../src/gpu/part.ts";
import { f32 } from "../formats/f32.ts";
import { StoredVectors } from "../formats/storage.ts";
import type { PosteriorReader } from "./posteriors.ts";

export const f32Posteriors: Part<PosteriorReader> = {
  name: "nonbinary/posteriors/f32",
  wgsl: new URL("./f32.wgsl", import.meta.url),
  imports: [],
  twin: (words, { Q }, frames) => new StoredVectors(words, f32.twin, Q, frames),
};
