import { part } from "../../src/gpu/part.ts";

export const advantagePart = part("statistics/advantage", new URL("./advantage.wgsl", import.meta.url));
