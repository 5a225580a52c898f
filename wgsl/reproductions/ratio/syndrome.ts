import type { Kernel } from "../../../src/gpu/kernel.ts";
import { runPart } from "../../common/run.ts";
import { invocationsPart } from "./invocations.ts";

/** Syndromes as sign and decision bits of lanes, checks in the decoder's order. */
export const ratioSyndrome: Kernel = {
  name: "reproductions/ratio/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [runPart, invocationsPart],
};
