import { part } from "../../src/gpu/part.ts";

/** Imported by low-weight/walk, whose names its functions use. */
export const sumsPart = part("low-weight/sums", new URL("./sums.wgsl", import.meta.url));
