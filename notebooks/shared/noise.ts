import { sigmaOfEbN0 } from "../../src/index.ts";
import { philox } from "../../src/kernels.ts";

/** Second word of the random key. */
const NOISE_STREAM = 1;

/** LLRs of the bits of an all-zero frame after BPSK and Gaussian noise. @param length number of bits of the frame. */
export function noisyBits(length: number, ebn0: number, rate: number, seed: number): Float32Array {
  const sigma = sigmaOfEbN0(ebn0, rate);
  const words = new Uint32Array(4);
  return Float32Array.from({ length }, (_, i) => {
    philox(i, 0, 0, 0, seed, NOISE_STREAM, words);
    const [a, b] = words;
    const gaussian = Math.sqrt(-2 * Math.log((a + 1) / 2 ** 32)) * Math.cos((2 * Math.PI * b) / 2 ** 32);
    return (2 * (1 + sigma * gaussian)) / sigma ** 2;
  });
}
