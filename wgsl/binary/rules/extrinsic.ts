import { part } from "../../../src/gpu/part.ts";

export const extrinsicPart = part("binary/rules/extrinsic", new URL("./extrinsic.wgsl", import.meta.url));
