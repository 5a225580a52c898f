import { part } from "../../../src/gpu/part.ts";

export const pointDistancePart = part("channel/points/distance", new URL("./distance.wgsl", import.meta.url));
