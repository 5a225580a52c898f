import type { Kernel } from "../../src/gpu/kernel.ts";
import { galoisTableBytes } from "../common/arithmetic/galois.ts";

/** The syndrome of every frame's word. */
export const wordSyndrome: Kernel = {
  name: "source/word-syndrome",
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};
