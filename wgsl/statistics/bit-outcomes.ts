import { part } from "../../src/gpu/part.ts";
import { decidedPart } from "../common/decided.ts";
import { advantagePart } from "./advantage.ts";
import { chunkCountersPart } from "./chunk-counters.ts";

export const bitOutcomesPart = part("statistics/bit-outcomes", new URL("./bit-outcomes.wgsl", import.meta.url), [
  chunkCountersPart,
  advantagePart,
  decidedPart,
]);
