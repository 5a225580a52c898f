import type { Kernel } from "../../../src/gpu/kernel.ts";
import { packedGaloisPart } from "../../common/arithmetic/packed-galois.ts";
import { runPart } from "../../common/run.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { certainPart } from "../certain.ts";
import { patternsBytes, patternsPart } from "../patterns.ts";
import { neverPart } from "./never.ts";

/** The likeliest word over GF(q) among all that differ from the likeliest symbols in at most ORDER information positions. */
export const osdSymbolSearch: Kernel = {
  name: "osd/symbols/search",
  wgsl: new URL("./search.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, certainPart, patternsPart, packedGaloisPart, neverPart],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ Q, ORDER }) => 16 * Q + patternsBytes(ORDER),
};
