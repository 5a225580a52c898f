import type { Part } from "../../../src/gpu/part.ts";
import { f16 } from "./f16.ts";
import { halvesPart } from "./halves.ts";
import type { Lanes } from "./lanes.ts";

/** Its twin is that of f16, within a unit of the last place. */
export const f16Near: Part<Lanes> = {
  name: "binary/formats/f16-near",
  wgsl: new URL("./f16-near.wgsl", import.meta.url),
  imports: [halvesPart],
  twin: f16.twin,
};
