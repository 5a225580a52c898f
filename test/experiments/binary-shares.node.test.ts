import { describe, expect, it } from "vitest";
import { binaryShares, sharesText } from "../../experiments/shared/limits/binary-shares.ts";

const CASE = {
  code: "wimax-2304-1152",
  decoder: "offset-min-sum schedule=layered messages=int11 iterations=10",
  ebn0: 2.5,
};
/** A million frames per second with 10 iterations. */
const SPEED = { frameIterations: 1e7, edges: 7296, bytes: 1e9 };
const RATES = { copyBytes: 4e9, comparisons: 1e12, workgroupBytes: 2e12 };

describe("shares of a device's limits", () => {
  it("count 8 operations and 8 bytes of workgroup memory for an edge of two frames", () => {
    const edges = (1e7 * 7296) / 2;
    expect(binaryShares(CASE, SPEED, true, RATES)).toEqual({
      instructions: (8 * edges) / 1e12,
      workgroupMemory: (8 * edges) / 2e12,
      deviceMemory: 0.25,
    });
  });

  it("lack what has no rate, and of messages in memory all but device memory", () => {
    expect(binaryShares(CASE, SPEED, true, { copyBytes: 4e9 })).toEqual({ deviceMemory: 0.25 });
    expect(binaryShares(CASE, SPEED, false, RATES)).toEqual({ deviceMemory: 0.25 });
  });

  it("are per cent of names", () => {
    expect(sharesText({ instructions: 0.851, workgroupMemory: 0.42, deviceMemory: 0.1 })).toBe(
      "85 % of instructions, 42 % of workgroup memory, 10 % of device memory",
    );
    expect(sharesText({ deviceMemory: 0.1 })).toBe("10 % of device memory");
  });
});
