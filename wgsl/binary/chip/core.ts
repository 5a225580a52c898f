import { part } from "../../../src/gpu/part.ts";

/** Core posteriors between device memory, workgroup memory and registers. */
export const corePart = part("binary/chip/core", new URL("./core.wgsl", import.meta.url));
