import type { Kernel } from "../../../src/gpu/kernel.ts";
import { laneBitsPart } from "../../common/lane-bits.ts";
import { runPart } from "../../common/run.ts";
import { wholeLanesPart } from "../../common/whole-lanes.ts";
import { wordIndexPart } from "../../common/word-index.ts";
import { workgroupSlotPart } from "../../common/workgroup-slot.ts";
import { edgesPart } from "../check-node/edges.ts";
import { corePart } from "./core.ts";
import { planesPart } from "./planes.ts";
import { rowPart } from "./row.ts";

/** All iterations of a layered decoder of a quasi-cyclic code, posteriors in workgroup memory and messages in registers. */
export const chipIterations = {
  name: "binary/chip/iterations",
  wgsl: new URL("./iterations.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    laneBitsPart,
    wordIndexPart,
    edgesPart,
    wholeLanesPart,
    corePart,
    planesPart,
    rowPart,
  ],
  workgroupSize: ({ LIFTING_SIZE, WORDS }) => LIFTING_SIZE * WORDS,
  workgroupBytes: ({ CORE, WORDS, PLANES_SIZE }) => 4 * WORDS * (CORE + PLANES_SIZE + 2) + 8,
} satisfies Kernel;
