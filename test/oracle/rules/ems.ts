import { listExtendedMinSum } from "../check-node/ems-lists.ts";
import { extendedMinSum } from "../check-node/extended-min-sum.ts";
import type { SymbolOracle } from "../rule-oracle.ts";
import { stepFormat } from "../step-formats.ts";
import { nearestOfTwelveBits, twelveBits } from "../twelve-bits.ts";

/** Scales by the most checks of a variable: 1, 2, 3, 4, and 5 or more. */
const AUTO = [1, 0.85, 0.7, 0.55, 0.4];

export default {
  passes: "symbols",
  checkNode({ messages = "f32", nm = 256, offset = 0.5, scale = "auto", ...of }, variableDegree) {
    const format = stepFormat(messages, of.step);
    const factor = scale === "auto" ? AUTO[Math.min(variableDegree, 5) - 1] : Number(scale);
    if (format === undefined) {
      const near = nearestOfTwelveBits(factor);
      const correct = (value: number) => (factor === 1 ? value : near * twelveBits(value));
      return extendedMinSum({ kept: Number(nm), offset: Number(offset), round: Math.fround, correct });
    }
    const whole = Math.round(256 * factor) / 256;
    if (of.sums !== undefined) {
      const sets = String(of.paths ?? "")
        .split(",")
        .map((set) => set.split("x").map(Number));

      return listExtendedMinSum({
        kept: Number(nm),
        sums:
          of.sums === "bubbles"
            ? { bubbles: Number(of.bubbles), pops: Number(of.pops), deviations: Number(of.nc) }
            : sets.map(([entries, edges = 255]) => ({ entries, edges })),
        presorts: of.presort === "yes",
        offset: format.perLlr * Number(offset),
        most: format.message,
        scale: whole,
      });
    }
    return extendedMinSum({
      kept: Number(nm),
      offset: format.perLlr * Number(offset),
      round: (sum) => Math.min(sum, format.message),
      correct: (value) => Math.floor(whole * value + 0.5),
      certain: format.message,
    });
  },
} satisfies SymbolOracle;
