import { part } from "../../../src/gpu/part.ts";

export const numbersPart = part("binary/formats/numbers", new URL("./numbers.wgsl", import.meta.url));
