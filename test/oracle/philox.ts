const WORD = 2n ** 32n;

/** Philox4x32-10 as its authors define it, in exact integers of any size. Counter and result from word 0 to word 3. */
export function philoxExact(counter: readonly number[], key: readonly number[]): number[] {
  let [x0, x1, x2, x3] = counter.map(BigInt);
  let [k0, k1] = key.map(BigInt);
  for (let round = 0; round < 10; round++) {
    const product0 = 0xd2511f53n * x0;
    const product1 = 0xcd9e8d57n * x2;
    [x0, x1, x2, x3] = [(product1 / WORD) ^ x1 ^ k0, product1 % WORD, (product0 / WORD) ^ x3 ^ k1, product0 % WORD];
    k0 = (k0 + 0x9e3779b9n) % WORD;
    k1 = (k1 + 0xbb67ae85n) % WORD;
  }
  return [x0, x1, x2, x3].map(Number);
}

/** The random words of a frame, as doc/conventions.md has the counter: frame low, frame high, position, stream. */
export function frameRandom(frame: number, position: number, stream: number, key: readonly number[]): number[] {
  const index = BigInt(frame);
  return philoxExact([Number(index % WORD), Number(index / WORD), position, stream], key);
}
