import { describe, expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { Modulated } from "../../../src/channel/modulation/modulated.ts";
import { modulatedChannel } from "../../../src/channel/modulation/modulated-kind.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { runBatch } from "../../simulation/run-batch.ts";

const square: Modulated = { name: "16qam", labeling: "gray", demapper: "log-map" };
const circle: Modulated = { name: "8psk", labeling: "gray", demapper: "log-map" };
const SIGMA = 0.3;
/** Standard deviation that is 3 dB smaller. */
const SMALLER = SIGMA * 10 ** (-3 / 20);

describe("a receiver that takes Es/N0 for 3 dB higher than it is", () => {
  it("has LLRs of the same received values, twice as large where the nearest points decide", () => {
    const modulated: Modulated = { ...square, demapper: "max-log" };
    const [right, wrong] = [modulated, { ...modulated, mismatch: 3 }].map((one) => modulatedChannel(one, SIGMA));
    expect(wrong.noise).toEqual(right.noise);
    expect(wrong.tables!.points).toEqual(right.tables!.points);
    const [small, large] = [right, wrong].map(({ tables }) => (tables!.soft_table as Int32Array)[2 * (16_384 + 300)]);
    expect(small).not.toBe(0);
    expect(large / small).toBeCloseTo(10 ** 0.3, 3);
  });

  it("has the scales of the smaller noise for points of the plane, and for metrics of symbols", () => {
    const [wrong, right] = [modulatedChannel({ ...circle, mismatch: 3 }, SIGMA), modulatedChannel(circle, SIGMA)];
    const scale = ({ tables }: typeof wrong) => (tables!.soft_scale as Float32Array)[0];
    expect(scale(wrong) / scale(right)).toBeCloseTo((SIGMA / SMALLER) ** 2, 5);
    const symbols = [
      { ...circle, demapper: "symbols" },
      { ...circle, demapper: "symbols", mismatch: 3 },
    ] as const;
    const [one, other] = symbols.map((modulated) => modulatedChannel(modulated, SIGMA, 3).llrScale);
    expect(other / one).toBeCloseTo(10 ** 0.3, 5);
  });

  it("loses frames with sum-product, which needs the right LLRs", async () => {
    const code = codeOf(randomMatrix(galoisField(2), Array(20).fill(4), 40, 3));
    const errors = async (mismatch: number | undefined) => {
      const modulated = mismatch === undefined ? square : { ...square, mismatch };
      const point = channelPoint("esn0", 6, modulated);
      const request = { code, decoder: "sum-product iterations=8", point, frames: 600, received: "values" } as const;
      return (await runBatch(bothEngines().cpu, request)).counters[1];
    };
    const right = await errors(undefined);
    expect(right).toBeGreaterThan(100);
    expect(await errors(10)).toBeGreaterThan(right);
  });
});
