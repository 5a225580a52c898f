import { part } from "../../../src/gpu/part.ts";

export const minimaPart = part("binary/chip/minima", new URL("./minima.wgsl", import.meta.url));
