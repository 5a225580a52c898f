import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { randomFrames } from "../../decoder/binary/frames.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { sumProduct } from "../binary/check-nodes.ts";
import { decodeFlooding } from "../binary/decoder.ts";
import { channelRatio, decodeRatio, keptMessage, ratioCheckNode, ratioVariableNode } from "./ratio-sum-product.ts";

describe("worked out by hand", () => {
  it("a check multiplies the others", () => {
    expect(ratioCheckNode([0.5, -0.25, 0.75], 0)).toEqual([-0.1875, 0.375, -0.125]);
    expect(ratioCheckNode([0.5, -0.25, 0.75], 1)).toEqual([0.1875, -0.375, 0.125]);
    expect(ratioCheckNode([0.5], 1)).toEqual([-1]);
  });

  it("a variable multiplies ratios", () => {
    // a = 1/2 and a = −1/3 are the ratios 3 and 1/2.
    const { ratio, sent } = ratioVariableNode(4, [0.5, -1 / 3]);
    expect(ratio).toBeCloseTo(6, 12);
    expect(sent[0]).toBeCloseTo((2 - 1) / (2 + 1), 12);
    expect(sent[1]).toBeCloseTo((12 - 1) / (12 + 1), 12);
  });

  it("what is kept", () => {
    expect([0, 1, -1, 0.5, -0.5].map((a) => 1024 * keptMessage(a, "10"))).toEqual([1, 1023, -1023, 512, -512]);
    expect([2.5, 2.4999, -2.5, 0.2].map((m) => 256 * keptMessage(m / 256, "8"))).toEqual([3, 2, -3, 1]);
    expect([0, 1, -1, 0.3].map((a) => keptMessage(a, "32"))).toEqual([
      ...[2 ** -24, 1 - 2 ** -20, 2 ** -20 - 1, Math.fround(0.3)],
    ]);
  });

  it("LLRs are cut", () => {
    expect(channelRatio(2 ** 20, "8")).toBe(Math.exp(69));
    expect(channelRatio(-70, "exact")).toBe(Math.exp(-69));
    expect(channelRatio(-70, "10")).toBe(Math.exp(-7.5));
    expect(channelRatio(Math.log(3), "32")).toBeCloseTo(3, 12);
  });
});

it("exact messages are belief propagation's", () => {
  // The code has no check of degree 1, since its messages would be certain, which a ratio cannot represent.
  const matrix = randomMatrix(galoisField(2), [4, 3, 5, 4, 2, 3], 9, 3);
  for (const { llr, syndrome } of randomFrames(matrix, 2, 5, true)) {
    const moderate = llr.map((value) => value / 4);
    const options = { iterations: 4, syndrome };
    const ours = decodeRatio(matrix, moderate, { ...options, bits: "exact" });
    const known = decodeFlooding(matrix, moderate, sumProduct(), options);
    ours.ratio.forEach((ratio, n) => {
      if (Math.abs(known.posterior[n]) < 30)
        expect(Math.log(ratio), `variable ${n}`).toBeCloseTo(known.posterior[n], 6);
    });
    expect(ours.unsatisfied).toEqual(known.unsatisfied);
  }
});
