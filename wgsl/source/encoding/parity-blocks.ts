import { part } from "../../../src/gpu/part.ts";

export const parityBlocksPart = part("source/encoding/parity-blocks", new URL("./parity-blocks.wgsl", import.meta.url));
