import { describe, expect, it } from "vitest";
import { type BaseEntry, type BaseMatrix, baseMatrix } from "../../../src/code/base-matrix.ts";
import { codeEncoder } from "../../../src/code/encoder.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { randomBits } from "../../code/random-bits.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { decodeSionna5g } from "./sionna-5g.ts";

describe("the tutorial's 5G decoder by hand", () => {
  const check = baseMatrix(1, 3, 1, [
    [0, 0, 0],
    [0, 1, 0],
    [0, 2, 0],
  ]);

  it("magnitudes times 3/4, rounded towards zero", () => {
    // The least magnitude 4 gives 3 and the second least 6 gives 4. With signs + − + the messages are −3, 3, −4.
    const { total, packed, satisfied, returned } = decodeSionna5g(check, [10, -6, 4], 1);
    expect(total).toEqual([7, -3, 0]);
    expect([...packed]).toEqual([0b01000000]);
    expect([satisfied, returned]).toEqual([false, 2]);
  });

  it("totals clipped at 127, so that a strong variable says less the next time", () => {
    // 127·3/4 = 95: 127 + 95 → 127. Then t = 127 − 95 = 32, 24: 127. Then t = 127 − 24 = 103, 77: 127.
    for (const iterations of [1, 2, 3]) {
      expect(decodeSionna5g(check, [127, 127, 127], iterations).total).toEqual([127, 127, 127]);
    }
    // The weaker third variable receives 95 and sends 15 to the others: 127 + 15 → 127.
    expect(decodeSionna5g(check, [127, 127, 20], 1).total).toEqual([127, 127, 115]);
    // The others then send 127 − 15 = 112, so the third receives 84.
    expect(decodeSionna5g(check, [127, 127, 20], 2).total).toEqual([127, 127, 104]);
  });

  it("messages and sums clipped at other values, where they are given", () => {
    // Magnitudes 95, 95 and 95 are clipped to 10: 127 + 10 → 100 with the clip of sums, and 137 → 127 without.
    expect(decodeSionna5g(check, [127, 127, 127], 1, { messageClip: 10, accumulatorClip: 100 }).total).toEqual([
      100, 100, 100,
    ]);
    expect(decodeSionna5g(check, [127, 127, 20], 1, { messageClip: 10 }).total).toEqual([127, 127, 30]);
    expect(decodeSionna5g(check, [127, 127, 20], 1, { accumulatorClip: 31 }).total).toEqual([31, 31, 31]);
  });

  it("differences not clipped: 127 less −95 is 222", () => {
    const star = baseMatrix(3, 4, 1, [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [1, 2, 0],
      [2, 0, 0],
      [2, 3, 0],
    ]);
    const llr = [127, 127, 127, -127];
    // Messages 95 and 95, 95 and 95, −95 and 95: 127 + 95 = 222 → 127, and −127 + 95 = −32.
    expect(decodeSionna5g(star, llr, 1).total).toEqual([127, 127, 127, -32]);
    // Checks 0 and 1: 32·3/4 = 24 both ways. Check 2 receives 222 and −127, and sends −95 and min(222·3/4, 127) = 127. The first of
    // variable 0's sums is 127 + 24 → 127: 127 + 24 − 95 = 56.
    const { total, satisfied, returned } = decodeSionna5g(star, llr, 2);
    expect(total).toEqual([56, 127, 127, 0]);
    expect(decodeSionna5g(star, llr, 2, { unrollNodes: 1 }).total).toEqual([80, 127, 127, 0]);
    expect([satisfied, returned]).toEqual([true, 1]);
  });

  it("four sums of a variable, each clipped before they are added", () => {
    // Variable 0 has one check with each of variables 1 … 5, at positions 0 … 4, so the last is in the first sum again.
    const pairs = Array.from({ length: 5 }, (_, row): BaseEntry[] => [
      [row, 0, 0],
      [row, row + 1, 0],
    ]);
    const star = baseMatrix(5, 6, 1, pairs.flat());
    const llr = [100, 120, 8, -120, -120, 100];
    // Messages 90, 6, −90, −90 and 75. Four sums 100 + 90 + 75 = 265 → 127, 6, −90 and −90 give −47. A single sum would give 91.
    expect(decodeSionna5g(star, llr, 1).total[0]).toBe(-47);
    expect(decodeSionna5g(star, llr, 1, { unrollNodes: 1 }).total[0]).toBe(91);
    // Two sums: 265 − 90 = 175 → 127, and 6 − 90 = −84.
    expect(decodeSionna5g(star, llr, 1, { unrollNodes: 2 }).total[0]).toBe(43);
  });

  it("zero is positive, and the least of several goes to the first", () => {
    // Signs + − + and magnitudes 0, 8, 8: the first receives 6 with sign −.
    expect(decodeSionna5g(check, [0, -8, 8], 1).total).toEqual([-6, -8, 8]);
    expect(decodeSionna5g(check, [8, 8, -8], 1).total).toEqual([2, 2, -2]);
  });

  it("takes −128 as int8 has it", () => {
    expect(decodeSionna5g(check, [-128, 127, 127], 1).total).toEqual([-33, 32, 32]);
  });

  it("circulants: check i meets (i + s) mod Z", () => {
    const base = baseMatrix(1, 2, 3, [
      [0, 0, 1],
      [0, 1, 0],
    ]);
    // Checks of (20, −4), (30, 5), (10, 6): messages (−3, 15), (3, 22), (4, 7).
    expect(decodeSionna5g(base, [10, 20, 30, -4, 5, 6], 1).total).toEqual([14, 17, 33, 11, 27, 13]);
  });

  it("packs bits with the first one highest, and as many as asked for", () => {
    const bits = baseMatrix(5, 10, 1, [
      [0, 0, 0],
      [0, 9, 0],
      [1, 1, 0],
      [1, 2, 0],
      [2, 3, 0],
      [2, 4, 0],
      [3, 5, 0],
      [3, 6, 0],
      [4, 7, 0],
      [4, 8, 0],
    ]);
    const llr = [-5, 5, 5, 5, 5, -5, -5, 5, 5, -5];
    const { packed, satisfied } = decodeSionna5g(bits, llr, 2);
    expect([...packed]).toEqual([0b10000110, 0b01000000]);
    expect(satisfied).toBe(true);
    expect([...decodeSionna5g(bits, llr, 2, { blockLength: 6 }).packed]).toEqual([0b10000100]);
  });

  it("refuses what the tutorial's tables cannot hold, and what int8 cannot", () => {
    const double = baseMatrix(1, 1, 3, [
      [0, 0, 0],
      [0, 0, 1],
    ]);
    expect(() => decodeSionna5g(double, [1, 2, 3], 1)).toThrow("two circulants in block 0, 0");
    expect(() => decodeSionna5g(check, [1, 2, 128], 1)).toThrow("128 is not an int8 number");
    expect(() => decodeSionna5g(check, [1, 2], 1)).toThrow("2 LLRs for 3 bits");
  });
});

it("corrects few errors in words of BG2, Z = 8", () => {
  const code = loadCode("nr-bg2-z8");
  const base = code.base as BaseMatrix;
  const encoder = codeEncoder(code);
  const random = randomNumbers(5);
  for (let frame = 0; frame < 10; frame++) {
    const word = encoder.encode(randomBits(encoder.k, frame));
    const llr = Array.from(word, (bit, n) => (n < 16 ? 0 : (bit === 1 ? -1 : 1) * (8 + Math.floor(random() * 24))));
    for (let error = 0; error < 12; error++) {
      const n = 16 + Math.floor(random() * (llr.length - 16));
      llr[n] = -llr[n];
    }
    const { total, satisfied, returned } = decodeSionna5g(base, llr, 12);
    expect(total.map((value) => (value < 0 ? 1 : 0))).toEqual([...word]);
    expect([satisfied, returned]).toEqual([true, 11]);
  }
});
