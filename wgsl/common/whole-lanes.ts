import { part } from "../../src/gpu/part.ts";
import { laneBitsPart } from "./lane-bits.ts";

export const wholeLanesPart = part("common/whole-lanes", new URL("./whole-lanes.wgsl", import.meta.url), [
  laneBitsPart,
]);
