import type { Kernel } from "../../../src/gpu/kernel.ts";
import { galoisTableBytes } from "../../common/arithmetic/galois.ts";

/** Marks frames whose decision fails a check, or has not the given syndrome. */
export const syndrome: Kernel = {
  name: "reproductions/min-max-symbols/syndrome",
  workgroupBytes: ({ Q }) => galoisTableBytes(Q),
};
