import { part } from "../../src/gpu/part.ts";

export const philoxPart = part("common/philox", new URL("./philox.wgsl", import.meta.url));
