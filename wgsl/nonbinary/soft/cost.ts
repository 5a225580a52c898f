import { part } from "../../../src/gpu/part.ts";

export const softCostPart = part("nonbinary/soft/cost", new URL("./cost.wgsl", import.meta.url));
