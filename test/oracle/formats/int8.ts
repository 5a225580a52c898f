import { int8 } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: ({ step, clip }) => int8(Number(step), Number(clip)),
  interleave: 4,
  number: (word, lane) => (word << (24 - 8 * lane)) >> 24,
  steps: ({ step }) => ({ llr: Number(step), incoming: 127, outgoing: 31 }),
} satisfies FormatOracle;
