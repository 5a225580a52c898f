import { describe, expect, it } from "vitest";
import { adaptRate, type CodeCandidate, chooseCode } from "../../../src/reconciliation/core/layout.ts";

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

  it("leaks the requested number of bits, to half a bit", () => {
    // h(0.02) = 0.141441.
    const { punctured, shortened } = adaptRate({
      n: 54000,
      checks: 10800,
      adaptable: 5400,
      qber: 0.02,
      efficiency: 1.5,
    });
    expect(punctured + shortened).toBe(5400);
    expect(Math.abs(10800 - punctured - 1.5 * 0.1414405 * 48600)).toBeLessThan(0.51);
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

  it("names the highest QBER if none works", () => {
    expect(() => chosen(0.08)).toThrow("no code works at QBER 0.08: the last, two-thirds, works up to 0.07");
    expect(() => chosen(0.6)).toThrow("QBER 0.6");
    expect(() => chooseCode([], 0.01)).toThrow("no codes");
  });
});
