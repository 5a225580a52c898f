import { float16, halfNumber, limited } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: ({ "llr-clip": clip }) => limited(float16, clip),
  interleave: 2,
  number: (word, lane) => halfNumber((word >>> (16 * lane)) & 0xffff),
} satisfies FormatOracle;
