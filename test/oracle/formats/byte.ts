import { byte, halfNumber } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: () => byte,
  interleave: 2,
  number: (word, lane) => halfNumber((word >>> (16 * lane)) & 0xffff),
} satisfies FormatOracle;
