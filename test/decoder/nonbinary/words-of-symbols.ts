/** Converts vectors [vector][frame][symbol] into the words of messages [vector][word of symbols][frame]. */
export function wordsOf(format: "f32" | "f16", vectors: readonly (readonly (readonly number[])[])[]): Uint32Array {
  const frames = vectors[0].length;
  const q = vectors[0][0].length;
  const perWord = format === "f16" ? 2 : 1;
  const words = new Uint32Array((vectors.length * q * frames) / perWord);
  for (const [v, byFrame] of vectors.entries()) {
    for (const [frame, vector] of byFrame.entries()) {
      for (const [symbol, value] of vector.entries()) {
        const at = (v * (q / perWord) + Math.floor(symbol / perWord)) * frames + frame;
        words[at] |= format === "f16" ? halfBits(value) << (16 * (symbol % 2)) : float32Bits(value);
      }
    }
  }
  return words;
}

function float32Bits(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}

/** @throws Error for a number that f16 cannot represent or decoders never store (negative or subnormal). */
function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  const mantissa = (value / 2 ** exponent - 1) * 1024;
  if (!Number.isInteger(mantissa) || exponent < -14 || exponent > 15) throw new Error(`${value} is no normal half`);
  return ((exponent + 15) << 10) | mantissa;
}
