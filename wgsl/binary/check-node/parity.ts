import { part } from "../../../src/gpu/part.ts";

export const parityPart = part("binary/check-node/parity", new URL("./parity.wgsl", import.meta.url));
