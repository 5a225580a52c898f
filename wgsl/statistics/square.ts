import { part } from "../../src/gpu/part.ts";

export const squarePart = part("statistics/square", new URL("./square.wgsl", import.meta.url));
