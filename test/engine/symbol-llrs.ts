import { randomNumbers } from "../simulation/random.ts";

/**
 * LLRs of symbols, [frame][variable][q], for the sent all-zero word. Most variables have 0 as their likeliest symbol, so that checks agree
 * and messages grow. Some variables have another likeliest symbol.
 */
export function symbolLlrs(frames: number, variables: number, q: number, seed: number): Float32Array {
  const random = randomNumbers(seed);
  const llr = new Float32Array(frames * variables * q);
  for (let first = 0; first < llr.length; first += q) {
    const likeliest = random() < 0.2 ? Math.floor(q * random()) : 0;
    for (let a = 0; a < q; a++) llr[first + a] = a === likeliest ? 0 : 12 * random();
  }
  return llr;
}
