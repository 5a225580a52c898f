import { part } from "../../../src/gpu/part.ts";

export const variableSumPart = part("binary/posterior/variable-sum", new URL("./variable-sum.wgsl", import.meta.url));
