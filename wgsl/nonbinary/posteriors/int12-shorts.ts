import { part } from "../../../src/gpu/part.ts";

export const int12ShortsPosteriors = part(
  "nonbinary/posteriors/int12-shorts",
  new URL("./int12-shorts.wgsl", import.meta.url),
);
