import { int8 } from "../binary/arithmetic.ts";
import type { BinaryCheckNode } from "../binary/check-nodes.ts";
import type { BitOracle } from "../rule-oracle.ts";

/** The tutorial's check node: 3/4 of the least other magnitude, rounded towards zero and clipped to the bound of messages. */
const damped =
  (clip: number): BinaryCheckNode =>
  (t, syndrome) =>
    t.map((_, n) => {
      const others = t.filter((_, i) => i !== n);
      const magnitude = Math.min(Math.floor((Math.min(...others.map(Math.abs)) * 3) / 4), clip);
      const negative = others.filter((value) => value < 0).length + syndrome;
      return negative % 2 === 1 ? -magnitude : magnitude;
    });

export default {
  passes: "bits",
  checkNode: (options) => damped(Number(options["message-clip"])),
  // Differences are not clipped and reach ±254.
  arithmetic: ({ step, "accumulator-clip": clip }) => ({
    ...int8(Number(step)),
    difference: (posterior, message) => posterior - message,
    posterior: (sum) => Math.min(Math.max(sum, -Number(clip)), Number(clip)),
  }),
  numbers: () => ({ "message-clip": [127, 31, 15], "accumulator-clip": [127, 63, 40] }),
  partialSums: (options) => Number(options["partial-sums"]),
  degreeOneInLoop: true,
} satisfies BitOracle;
