import { part } from "../../../src/gpu/part.ts";

export const rowPart = part("binary/chip/row", new URL("./row.wgsl", import.meta.url));
