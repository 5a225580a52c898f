import { part } from "../../src/gpu/part.ts";

export const roundHalfPart = part("common/round-half", new URL("./round-half.wgsl", import.meta.url));
