import { part } from "../../../src/gpu/part.ts";

export const bytesPart = part("binary/formats/bytes", new URL("./bytes.wgsl", import.meta.url));
