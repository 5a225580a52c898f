import { part } from "../../../src/gpu/part.ts";
import { laneBitsPart } from "../lane-bits.ts";

export const doneLanesPart = part("common/active-frames/done-lanes", new URL("./done-lanes.wgsl", import.meta.url), [
  laneBitsPart,
]);
