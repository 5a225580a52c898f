import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { blockLayout } from "../../../src/reconciliation/core/layout.ts";
import { reconciliationEfficiency } from "../../../src/reconciliation/core/secret-key.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { pegCode, reconciliation } from "./textbook.ts";

const code = pegCode(300, 3, 6);

describe("blockLayout", () => {
  it("counts bits, bytes and leakage", () => {
    expect(blockLayout(reconciliation(code))).toMatchObject({
      wordBits: 300,
      checks: 150,
      keyBits: 300,
      keyBytes: 38,
      syndromeBytes: 19,
      hashBytes: 8,
      syndromeLeakage: 150,
      leakage: 214,
    });
    const layout = blockLayout(reconciliation(code, { punctured: 20, shortened: 24, hashBits: 40 }));
    expect(layout).toMatchObject({ keyBits: 256, keyBytes: 32, hashBytes: 5, syndromeLeakage: 130, leakage: 170 });
    expect(
      [layout.keyPositions, layout.puncturedPositions, layout.shortenedPositions].map((list) => list.length),
    ).toEqual([256, 20, 24]);
    // h(0.11) = 0.499916
    expect(reconciliationEfficiency(layout.syndromeLeakage, layout.keyBits, 0.11)).toBeCloseTo(
      130 / (256 * 0.499916),
      5,
    );
  });

  it.each([
    [{ code: codeOf(randomMatrix(galoisField(4), [3, 3, 3], 5, 1)) }, "test is over GF(4)"],
    [{ code: { ...code, shortened: Uint32Array.of(1) } }, "has shortened bits"],
    [{ punctured: -1 }, "-1 punctured positions"],
    [{ shortened: 1.5 }, "1.5 shortened positions"],
    [{ punctured: 100, shortened: 200 }, "100 punctured and 200 shortened positions leave no sifted bit of the 300"],
    [{ seed: 2 ** 32 }, "seed 4294967296"],
    [{ hashBits: 24 }, "a hash of 24 bits"],
    [{ hashBits: 36 }, "a hash of 36 bits"],
    [{ hashBits: 264 }, "a hash of 264 bits"],
    [{ salt: new Uint8Array(15) }, "a salt of 15 bytes"],
  ])("refuses %o", (given, message) => {
    expect(() => blockLayout(reconciliation(code, given))).toThrow(message);
  });
});
