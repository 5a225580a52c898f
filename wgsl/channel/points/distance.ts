import { part } from "../../../src/gpu/part.ts";
import { fadedPart } from "./faded.ts";

export const pointDistancePart = part("channel/points/distance", new URL("./distance.wgsl", import.meta.url), [
  fadedPart,
]);
