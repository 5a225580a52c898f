import { part } from "../../src/gpu/part.ts";

export const noWordPart = part("reprocess/no-word", new URL("./no-word.wgsl", import.meta.url));
