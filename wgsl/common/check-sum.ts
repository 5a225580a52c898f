import { part } from "../../src/gpu/part.ts";

export const checkSumPart = part("common/check-sum", new URL("./check-sum.wgsl", import.meta.url));
