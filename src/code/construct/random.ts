/**
 * Random numbers for constructions and searches: xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47(4), 2021), its state filled from the seed by SplitMix32. Integers only, so a seed means the
 * same sequence on every machine. (Channel noise comes from Philox, which needs no state.)
 */
export interface RandomSource {
  /** Uniform on 0 … bound − 1, without bias; 1 ≤ bound ≤ 2³². */
  below(bound: number): number;
  /** Permutes the list in place, every order equally likely. */
  shuffle<T extends { length: number; [index: number]: unknown }>(list: T): T;
}

/** A generator for a seed, an integer; its low 32 bits count. */
export function randomSource(seed: number): RandomSource {
  let mixed = seed >>> 0;
  const splitMix = (): number => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  const next = xoshiro128(Uint32Array.from({ length: 4 }, splitMix));

  const below = (bound: number): number => {
    // Draws from the incomplete last run of 0 … bound − 1 are thrown away.
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const draw = next();
      if (draw < limit) return draw % bound;
    }
  };

  const shuffle: RandomSource["shuffle"] = (list) => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  };

  return { below, shuffle };
}

/** The bare generator xoshiro128**; it works on the four words of state it is given, not all zero. */
export function xoshiro128(state: Uint32Array): () => number {
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(state[1], 5), 7), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotateLeft(state[3], 11);
    return result;
  };
}

function rotateLeft(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}
