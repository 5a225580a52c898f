import { philoxExact } from "../random-words.ts";

/**
 * Position in the string of each bit of the interleaved string, from the definition in doc/design/reconciliation-files.md, for strings of
 * one window.
 */
export function interleavedFrom(bits: number, key: readonly number[]): number[] {
  const m = Math.floor(bits / 64);
  const random = (word: number, position: number, index: number, count: number) =>
    Number((BigInt(philoxExact([word, 0, position, 5], key)[index]) * BigInt(count)) >> 32n);
  const tau: number[] = [];
  for (let i = 0; i < m; i++) {
    const j = random(Math.floor(i / 4), 0, i % 4, i + 1);
    tau.push(i);
    [tau[i], tau[j]] = [tau[j], tau[i]];
  }
  const rotation = (i: number) => random(0, 1 + Math.floor(i / 4), i % 4, m);
  const from = Array.from({ length: bits }, (_, i) => i);
  for (let c = 0; c < m; c++) {
    for (let e = 0; e < 8; e++) {
      for (let t = 0; t < 8; t++) {
        const source = 8 * (e * m + ((c + rotation(e)) % m)) + t;
        const target = 8 * (t * m + ((tau[c] + rotation(8 + t)) % m)) + e;
        from[target] = source;
      }
    }
  }
  return from;
}
