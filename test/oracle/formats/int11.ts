import { halfNumber, int11 } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: () => int11,
  interleave: 2,
  number: (word, lane) => halfNumber((word >>> (16 * lane)) & 0xffff),
} satisfies FormatOracle;
