import { part } from "../../../src/gpu/part.ts";
import { exactF32Part } from "./exact-f32.ts";

export const softSumsPart = part("channel/points/soft-sums", new URL("./soft-sums.wgsl", import.meta.url), [
  exactF32Part,
]);
