import { describe, expect, it } from "vitest";
import type { Code } from "../../../src/code/code.ts";
import { rank } from "../../../src/code/elimination/elimination.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { choosePositions } from "../../../src/reconciliation/core/layout.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { pegCode } from "./textbook.ts";

const random = randomNumbers(8);
const irregular = codeOf(
  randomMatrix(
    galoisField(2),
    Array.from({ length: 30 }, () => 2 + Math.floor(5 * random())),
    70,
    3,
  ),
);

/** The checks of each variable. */
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

it("spreads shortened positions evenly", () => {
  const code = pegCode(1200, 3, 6);
  const { shortened } = choosePositions(code, 0, 600, 1);
  const firstHalf = shortened.filter((position) => position < 600).length;
  // 600 draws without replacement have a standard deviation of 8.7.
  expect(Math.abs(firstHalf - 300)).toBeLessThan(45);
});
