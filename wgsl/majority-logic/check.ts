import type { Kernel } from "../../src/gpu/kernel.ts";

/** The symbol by which each check of majority-logic decoding fails; marks the frames with a failed check. */
export const mlgdCheck: Kernel = { name: "majority-logic/check" };
