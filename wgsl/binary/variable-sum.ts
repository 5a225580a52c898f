import { part } from "../../src/gpu/part.ts";

export const variableSumPart = part("binary/variable-sum", new URL("./variable-sum.wgsl", import.meta.url));
