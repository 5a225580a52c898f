import type { Part } from "../../../src/gpu/part.ts";
import type { RatioFormat, RatioWords } from "./formats.ts";

export const ratioLevels: Part<RatioFormat> = {
  name: "reproductions/ratio/levels",
  wgsl: new URL("./levels.wgsl", import.meta.url),
  imports: [],
  twin: ({ LEVELS }) => ({
    ...levelMessages(LEVELS),
    interleave: 1,
    sign: 0x80000000,
    decision: 0x40000000,
    view: (words) => words,
  }),
};

/** What both formats of levels have in common. */
export function levelMessages(levels: number): Pick<RatioWords, "magnitude" | "ratio" | "messageOf"> {
  const steps = levels + 1;
  const signBits = 0x80008000 >>> 0;
  return {
    magnitude: (message) => (message & levels) / steps,
    ratio(message) {
      // Lanes of 16 bits leave bit 31 clear, lanes of 32 bits leave bit 15 clear.
      const a = (message & signBits) !== 0 ? -(message & levels) : message & levels;
      return Math.fround((steps + a) / (steps - a));
    },
    messageOf: (magnitude) =>
      Math.min(Math.max(Math.floor(Math.fround(Math.fround(magnitude * steps) + 0.5)), 1), levels),
  };
}
