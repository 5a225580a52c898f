import { float32 } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: () => float32,
  interleave: 1,
  number: (word) => new Float32Array(Uint32Array.of(word).buffer)[0],
} satisfies FormatOracle;
