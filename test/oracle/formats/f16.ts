import { float16 } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: () => float16,
  interleave: 2,
  number: (word, lane) => halfNumber((word >>> (16 * lane)) & 0xffff),
} satisfies FormatOracle;

/** IEEE 754 binary16. */
function halfNumber(bits: number): number {
  const sign = bits >>> 15 === 1 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  return sign * (exponent === 0 ? 2 ** -14 * fraction : 2 ** (exponent - 15) * (1 + fraction));
}
