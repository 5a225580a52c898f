import { part } from "../../../src/gpu/part.ts";

export const donePart = part("common/active-frames/done", new URL("./done.wgsl", import.meta.url));
