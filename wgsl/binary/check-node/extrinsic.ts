import { part } from "../../../src/gpu/part.ts";

export const extrinsicPart = part("binary/check-node/extrinsic", new URL("./extrinsic.wgsl", import.meta.url));
