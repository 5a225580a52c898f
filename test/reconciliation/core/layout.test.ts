import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { rank } from "../../../src/code/elimination/elimination.ts";
import { galoisField } from "../../../src/galois/field.ts";
import {
  adaptRate,
  blockLayout,
  type CodeCandidate,
  chooseCode,
  choosePositions,
  chooseValueCode,
} from "../../../src/reconciliation/core/layout.ts";
import { reconciliationEfficiency } from "../../../src/reconciliation/core/secret-key.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { randomNumbers } from "../../simulation/random.ts";
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

const random = randomNumbers(8);
const irregular = codeOf(
  randomMatrix(
    galoisField(2),
    Array.from({ length: 30 }, () => 2 + Math.floor(5 * random())),
    70,
    3,
  ),
);

function checksOf({ matrix }: Code): number[][] {
  const checks: number[][] = Array.from({ length: matrix.columns }, () => []);
  for (let m = 0; m < matrix.rows; m++) {
    for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) checks[matrix.variable[e]].push(m);
  }
  return checks;
}

const punctured = (code: Code, count: number, seed = 1) => choosePositions(code, count, 0, seed).punctured;

function mostPunctured(code: Code): number {
  let most = 0;
  for (;;) {
    try {
      punctured(code, most + 1);
      most++;
    } catch {
      return most;
    }
  }
}

describe.each([
  ["regular", pegCode(120, 3, 6)],
  ["irregular", irregular],
])("positions of a code that is %s", (_, code) => {
  const checks = checksOf(code);
  const most = mostPunctured(code);

  it("punctures with fewest touched checks, then lowest degree", () => {
    const taken: number[] = [];
    const touched = new Set<number>();
    let untainted = 0;
    for (let count = 1; count <= most; count++) {
      const now = punctured(code, count);
      expect(now.length).toBe(count);
      const [added, ...more] = [...now].filter((variable) => !taken.includes(variable));
      expect(more).toEqual([]);
      const key = (variable: number): [number, number] => [
        checks[variable].filter((check) => touched.has(check)).length,
        checks[variable].length,
      ];
      const free = [...checks.keys()].filter(
        (v) => !taken.includes(v) && checks[v].some((check) => !touched.has(check)),
      );
      const best = free.map(key).reduce((a, b) => (b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? b : a));
      expect(key(added)).toEqual(best);
      if (best[0] === 0) untainted++;
      taken.push(added);
      for (const check of checks[added]) touched.add(check);
    }
    expect(untainted).toBeGreaterThan(3);
    expect(most).toBeGreaterThan(untainted);
  });

  it("hides a syndrome bit behind each: the columns are independent", () => {
    const positions = punctured(code, most);
    const rows = Array.from({ length: code.matrix.rows }, (_, m) =>
      [...positions.keys()].filter((i) => checks[positions[i]].includes(m)),
    ).filter((row) => row.length > 0);
    expect(rank(binaryMatrix(most, rows))).toBe(most);
  });

  it("refuses to puncture more than hide a bit each", () => {
    expect(() => punctured(code, most + 1)).toThrow(
      `${most + 1} punctured positions: each hides a syndrome bit for at most ${most}`,
    );
  });

  it("gives every position one use, in order, by the seed alone", () => {
    const { key, punctured: p, shortened } = choosePositions(code, 9, 14, 5);
    expect([p.length, shortened.length]).toEqual([9, 14]);
    for (const list of [key, p, shortened]) expect([...list]).toEqual([...list].sort((a, b) => a - b));
    expect([...key, ...p, ...shortened].sort((a, b) => a - b)).toEqual([...Array(code.matrix.columns).keys()]);
    expect(choosePositions(code, 9, 14, 5)).toEqual({ key, punctured: p, shortened });
    const other = choosePositions(code, 9, 14, 6);
    expect(other.punctured).not.toEqual(p);
    expect(other.shortened).not.toEqual(shortened);
  });
});

describe("adaptRate", () => {
  // h(0.11) = 0.499916: 1800 sifted bits need 899.849 bits.
  const mother = { n: 2000, checks: 1000, adaptable: 200, qber: 0.11 };

  it.each([
    [1, 100],
    [1.05, 55],
    [1.1, 10],
    [1.111, 0],
  ])("efficiency %f punctures %i of 200", (efficiency, punctured) => {
    expect(adaptRate({ ...mother, efficiency })).toEqual({ punctured, shortened: 200 - punctured });
  });

  it("says which efficiencies are within reach", () => {
    expect(() => adaptRate({ ...mother, efficiency: 1.2 })).toThrow(
      "efficiency 1.2 at QBER 0.11 is not within reach of 200 adaptable positions of 2000 and 1000 checks: 1.000 to 1.111 is",
    );
    // (1000 − 50)/(1950·h(0.05)) = 1.7010 to 1000/(1950·h(0.05)) = 1.7906, h(0.05) = 0.286397
    expect(() => adaptRate({ ...mother, adaptable: 50, qber: 0.05, efficiency: 1.5 })).toThrow("1.701 to 1.791 is");
    expect(() => adaptRate({ ...mother, qber: 0.2, efficiency: 1 })).toThrow("none is, this code has too few checks");
  });

  it("refuses meaningless parameters", () => {
    expect(() => adaptRate({ ...mother, efficiency: 0.99 })).toThrow("efficiency 0.99: less than 1");
    expect(() => adaptRate({ ...mother, qber: 0, efficiency: 1.1 })).toThrow("QBER 0");
    expect(() => adaptRate({ ...mother, adaptable: 2000, efficiency: 1.1 })).toThrow("2000 adaptable positions");
  });
});

describe("chooseCode", () => {
  const candidate = (code: string, checks: number, n: number, highestQber: number): CodeCandidate => ({
    code,
    columns: "information",
    checks,
    n,
    highestQber,
  });
  const candidates = [
    candidate("long-three-quarters", 16200, 48600, 0.035),
    candidate("short-five-sixths", 324, 1620, 0.015),
    candidate("five-sixths", 10800, 54000, 0.02),
    candidate("two-thirds", 21600, 43200, 0.07),
    candidate("short-three-quarters", 486, 1458, 0.035),
  ];
  const chosen = (qber: number) => chooseCode(candidates, qber).code;

  it("takes the code with the least leakage among those that work, and among equal ones the longest", () => {
    expect(chosen(0.01)).toBe("five-sixths");
    expect(chosen(0.018)).toBe("five-sixths");
    expect(chosen(0.02)).toBe("five-sixths");
    expect(chosen(0.0201)).toBe("long-three-quarters");
    expect(chosen(0.05)).toBe("two-thirds");
  });

  it("punctures between two measured numbers of positions, and fills the last block", () => {
    const rows = [0, 1000].map((punctured) => ({
      ...candidate("long-three-quarters", 16200, 48600, punctured === 0 ? 0.035 : 0.03),
      punctured,
    }));
    const at = (qber: number, bits?: number) => {
      const { code, punctured } = chooseCode([...rows, candidates[4]], qber, bits);
      return [code, punctured];
    };
    expect(at(0.035)).toEqual(["long-three-quarters", 0]);
    expect(at(0.0325)).toEqual(["long-three-quarters", 496]);
    expect(at(0.03)).toEqual(["long-three-quarters", 1000]);
    expect(at(0.001)).toEqual(["long-three-quarters", 1000]);
    expect(at(0.001, 3000)).toEqual(["short-three-quarters", 0]);
    // h(0.035) = 0.218877 and h(0.04) = 0.242292: the same efficiency for fewer positions.
    const shortens = { ...candidates[0], shortens: true };
    const { code, shortened } = chooseCode([shortens, candidates[3]], 0.04);
    expect([code, shortened]).toEqual([
      "long-three-quarters",
      48600 - 8 * Math.floor((48600 * 0.218877) / 0.242292 / 8),
    ]);
    expect(chooseCode([shortens, candidates[3]], 0.06).code).toBe("two-thirds");
  });

  it("names the highest QBER if none works", () => {
    expect(() => chosen(0.08)).toThrow("no code works at QBER 0.08: the last, two-thirds, works up to 0.07");
    expect(() => chosen(0.6)).toThrow("QBER 0.6");
    expect(() => chooseCode([], 0.01)).toThrow("no codes");
  });
});

describe("chooseValueCode", () => {
  const row = (code: string, checks: number, punctured: number, leastSnr: number) => ({
    code,
    n: 1000,
    checks,
    punctured,
    leastSnr,
    frames: 100,
    failures: 0,
  });
  const candidates = [row("tenth", 900, 400, 0.25), row("tenth", 900, 0, 0.125), row("twentieth", 950, 0, 0.0625)];
  const chosen = (snr: number, values = 1e6) => {
    const { code, punctured } = chooseValueCode(candidates, snr, values, 32);
    return [code, punctured];
  };

  it("takes the code that makes the most bits, and punctures between two measured numbers of positions", () => {
    expect(chosen(0.07)).toEqual(["twentieth", 0]);
    expect(chosen(0.125)).toEqual(["tenth", 0]);
    // 1/0.16 lies 7/16 of the way from 8 to 4: of 400 positions, whole groups of eight.
    expect(chosen(0.16)).toEqual(["tenth", 168]);
    expect(chosen(0.25)).toEqual(["tenth", 400]);
    expect(chosen(3)).toEqual(["tenth", 400]);
  });

  it("counts hashes and failed blocks, and takes the longest of equal codes", () => {
    const short = { ...row("short", 900, 0, 0.125), failures: 1 };
    const long = { ...short, code: "long", n: 2000, checks: 1800 };
    const best = (hashBits: number, failures: number) =>
      chooseValueCode([short, { ...long, failures }], 0.2, 4000, hashBits).code;
    expect(best(0, 1)).toBe("long");
    expect(best(0, 2)).toBe("short");
    // Two hashes less for 4000 values.
    expect(best(32, 2)).toBe("long");
  });

  it("says what is missing", () => {
    expect(() => chosen(0.06)).toThrow("no code works at SNR 0.06: the least is 0.0625; give --code");
    expect(() => chosen(0.0612345)).toThrow("SNR 0.06123:");
    expect(() => chooseValueCode([], 0.1, 1e6, 32)).toThrow("there are no codes");
    expect(() => chosen(0.25, 599)).toThrow("599 values make no block: the codes for SNR 0.25 take 600 and more");
  });
});
