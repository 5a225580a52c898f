import { evaluate } from "mathjs";
import { describe, expect, it } from "vitest";
import { decoderRules, readDecoder } from "../../src/decoder/decoder.ts";
import { listDecoders } from "../../src/decoder/listing.ts";
import type { CheckCost } from "../../src/decoder/rule.ts";

const DECODERS = listDecoders();
/** All but the decoder that has no check nodes. */
const WITH_CHECKS = DECODERS.flatMap(({ cost, ...listed }) => (cost.per === "frame" ? [] : [{ ...listed, cost }]));

function operationsOf(rule: string): CheckCost["operations"] {
  return WITH_CHECKS.find(({ name }) => name === rule)!.cost.operations;
}

describe("notes of check-node rules", () => {
  it.each(WITH_CHECKS)("$name: the formula of its cost is its function", ({ cost: { formula, operations } }) => {
    const expression = formula.replaceAll("·", "*").replaceAll("−", "-").replaceAll("²", "^2");
    for (const d of [3, 6, 27]) {
      // An evaluation of Φ counts as one operation.
      for (const q of [2, 32, 256]) expect(operations(d, q, {})).toBeCloseTo(evaluate(expression, { d, q, Φ: 1 }), 6);
    }
  });

  it("count levels of min-max as one logic operation a pair for the frames of a word", () => {
    const operations = operationsOf("min-max");
    // 3·4·32² pairs of 16 levels, with two frames in a word of 32 bits.
    expect(operations(6, 32, { messages: "levels16" })).toBe((3 * 4 * 32 ** 2) / 2);
    expect(operations(6, 32, { messages: "f16" })).toBe(operations(6, 32, {}));
  });

  const advising = DECODERS.filter(({ advice }) => advice.length > 0);
  it.each(advising)("$name: its advice names decoders that there are, and counts that its formulas give", (listed) => {
    for (const { decoder, reason } of listed.advice) {
      expect(readDecoder(decoder).rule).toBe(listed.name);
      const [, own, d, q, others] = /([\d,]+) operations a check at d = (\d+), q = (\d+); (.*)$/.exec(reason) ?? [];
      if (own === undefined) continue;
      expect(countIn(own)).toBe(operationsOf(listed.name)(Number(d), Number(q), {}));
      for (const other of others.split(", ")) {
        const [name, count] = other.split(" ");
        if (name in decoderRules) expect(countIn(count)).toBe(operationsOf(name)(Number(d), Number(q), {}));
      }
    }
  });
});

/** A number in the format of listings: `24,576`. */
function countIn(text: string): number {
  return Number(text.replaceAll(",", ""));
}
