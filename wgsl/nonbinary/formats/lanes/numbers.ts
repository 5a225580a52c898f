import { part } from "../../../../src/gpu/part.ts";

export const symbolNumbersPart = part("nonbinary/formats/lanes/numbers", new URL("./numbers.wgsl", import.meta.url));
