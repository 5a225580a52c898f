import { part } from "../../../src/gpu/part.ts";

export const doneAtomicPart = part("common/active-frames/done-atomic", new URL("./done-atomic.wgsl", import.meta.url));
