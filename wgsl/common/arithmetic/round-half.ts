import { part } from "../../../src/gpu/part.ts";

export const roundHalfPart = part("common/arithmetic/round-half", new URL("./round-half.wgsl", import.meta.url));
