import { part } from "../../src/gpu/part.ts";

export const laneBitsPart = part("common/lane-bits", new URL("./lane-bits.wgsl", import.meta.url));
