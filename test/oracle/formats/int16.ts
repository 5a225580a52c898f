import { wholeSteps } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

const arithmetic = wholeSteps(1 / 64, { channel: 3840, posterior: 16383 });

export default {
  arithmetic: () => arithmetic,
  interleave: 2,
  number: (word, lane) => (word << (16 - 16 * lane)) >> 16,
  steps: () => ({ llr: 1 / 64, incoming: 20478, outgoing: 4095 }),
} satisfies FormatOracle;
