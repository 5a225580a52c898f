import { part } from "../../../src/gpu/part.ts";

export const fadedPart = part("channel/points/faded", new URL("./faded.wgsl", import.meta.url));
