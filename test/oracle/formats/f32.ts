import { float32, limited } from "../binary/arithmetic.ts";
import type { FormatOracle } from "../formats.ts";

export default {
  arithmetic: ({ "llr-clip": clip }) => limited(float32, clip),
  interleave: 1,
  number: (word) => new Float32Array(Uint32Array.of(word).buffer)[0],
} satisfies FormatOracle;
