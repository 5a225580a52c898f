import { part } from "../../../src/gpu/part.ts";

/** Its twin is the interface of storage.ts. */
export const oneFramePart = part("nonbinary/formats/one-frame", new URL("./one-frame.wgsl", import.meta.url));
