import { describe, expect, it } from "vitest";
import { exponentialTable, logarithmTable } from "../../../src/channel/modulation/demap.ts";
import {
  FARTHEST,
  FARTHEST_FADING,
  type GridPoints,
  type Modulated,
  modulationOf,
  onGrid,
  readOwnPoints,
} from "../../../src/channel/modulation/modulated.ts";
import { GAIN_ONE, GAINS, modulatedChannel } from "../../../src/channel/modulation/modulated-kind.ts";
import { DEFAULT_GENERATOR, STREAM_FADING } from "../../../src/channel/random.ts";

import { PADDING } from "../../../wgsl/channel/points/sample.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const KEY = [42, 0xffffffff] as const;
const FRAMES = 3;

const square = { name: "16qam", labeling: "gray" } as const;
const circle = { name: "8psk", labeling: "gray" } as const;
/** Points off centre with unequal distances. */
const own = {
  ...readOwnPoints("0 1 0.2\n1 -1 0.1\n2 0.3 -0.9\n3 0.1 1.2\n4 0.5 2\n5 -2 2\n6 0 0\n7 3 3", "cloud"),
  labeling: "own",
} as const;
const SIGMA = 0.3;

/** Received values near the points and far from all points. With fading, the gain of each use follows its values. */
function valuesNear({ points, dimensions }: GridPoints, uses: number, fading = 0): Int32Array {
  const random = randomNumbers(7);
  const stride = dimensions + fading;
  return Int32Array.from({ length: FRAMES * uses * stride }, (_, i) => {
    if (i % stride === dimensions) return Math.floor(random() * 4 * GAIN_ONE);
    const point = points[dimensions * Math.floor((random() * points.length) / dimensions) + (i % stride)];
    return point + Math.round((random() - 0.5) * 3000);
  });
}

/** ln p(y | point) by label, up to a constant, in float64. @param value coordinates, followed by a gain with fading. */
function logs({ points, dimensions, step }: GridPoints, sigma: number, value: Int32Array): number[] {
  const gain = (value[dimensions] ?? GAIN_ONE) / GAIN_ONE;
  return Array.from({ length: points.length / dimensions }, (_, label) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      sum -= ((value[d] - Math.floor(gain * points[label * dimensions + d])) * step) ** 2;
    }
    return sum / (2 * sigma ** 2);
  });
}

// That LLRs of symbols are those of the receiver in float64 is tested with simulations (test/simulation/modulations.test.ts).
describe("points/sample", () => {
  it.each([
    { given: square, n: 21, p: 2 },
    { given: circle, n: 17, p: 4 },
    { given: square, n: 21, p: 2, block: 3 },
    // The first of three code blocks sends the labels of every second use.
    { given: square, n: 21, p: 2, turns: { BLOCKS: 3, SHORTER: 1 } },
  ])(
    "sends the points of the labels of $given.name with noise and gains of the tables",
    async ({ given, n, p, block, turns = { BLOCKS: 1, SHORTER: 0 } }) => {
      const fading = block === undefined ? 0 : 1;
      const { bits, dimensions } = onGrid(modulationOf(given), SIGMA);
      const { noise, tables } = modulatedChannel({ ...given, demapper: "log-map", fading: block }, SIGMA);
      const points = tables!.points as Int32Array;
      expect(points.length).toBe(2 ** bits * dimensions + fading * GAINS);
      const stride = dimensions + fading;
      const uses = Math.ceil((n * p) / bits);
      const random = randomNumbers(p);
      const order = Array.from({ length: n * p }, (_, i) => ((i + 5) * 4) % (n * p));
      const longer = Uint32Array.from({ length: uses * bits }, (_, i) => (i < n * p ? order[i] : PADDING));
      const shorter = longer.map((bit, i) => (Math.floor(i / bits) % 2 === 0 ? bit : PADDING));
      const labelsOf = (frame: number) => (frame % turns.BLOCKS < turns.SHORTER ? shorter : longer);
      const codeword = Uint32Array.from({ length: FRAMES * n }, () => Math.floor(random() * 2 ** p));
      const firstFrame = 2 ** 32 - 1;
      const { received } = await runKernel(engines, {
        kernel: "channel/points/sample",
        constants: {
          N: n,
          P: p,
          USES: uses,
          BITS: bits,
          DIMENSIONS: dimensions,
          FADING: fading,
          BLOCK: block ?? 1,
          USES_OF_POINT: 3 - dimensions,
          ...turns,
        },
        variant: withRandom(DEFAULT_GENERATOR, { imports: { sent: "channel/points/sent" } }),
        buffers: {
          noise,
          codeword,
          points,
          received: new Int32Array(FRAMES * uses * stride),
          label_bits: turns.SHORTER === 0 ? longer : Uint32Array.of(...shorter, ...longer),
        },
        parameters: { firstFrame, frames: FRAMES, key: KEY },
        workgroups: 1,
      });
      for (let value = 0; value < received.length; value++) {
        const slot = Math.floor(value / (uses * stride));
        const place = Math.floor(value / stride) % uses;
        const index = Math.floor(place / ((3 - dimensions) * (block ?? 1)));
        const drawn = frameRandom(firstFrame + slot, Math.floor(index / 4), STREAM_FADING, KEY, DEFAULT_GENERATOR)[
          index % 4
        ];
        const gain = fading === 0 ? GAIN_ONE : points[2 ** bits * dimensions + (drawn >>> 16)];
        if (value % stride === dimensions) {
          expect(received[value]).toBe(gain);
          continue;
        }
        const inFrame = place * dimensions + (value % stride);
        const label = Array.from({ length: bits }, (_, j) => {
          const bit = labelsOf(firstFrame + slot)[place * bits + j];
          return bit === PADDING ? 0 : ((codeword[slot * n + Math.floor(bit / p)] >> (bit % p)) % 2) << j;
        }).reduce((sum, bit) => sum + bit, 0);
        const word = frameRandom(firstFrame + slot, Math.floor(inFrame / 4), 0, KEY, DEFAULT_GENERATOR)[inFrame % 4];
        const cell = word % 4096;
        const outcome = Math.floor(word / 4096) < noise[cell] >>> 12 ? cell : noise[cell] % 4096;
        const point = Math.floor((points[label * dimensions + (inFrame % dimensions)] * gain) / GAIN_ONE);
        expect(received[value]).toBe(point + outcome - 2048);
      }
    },
  );
});

describe("LLRs of bits", () => {
  const CASES: readonly Modulated[] = [
    { ...square, demapper: "log-map" },
    { ...square, demapper: "max-log" },
    { ...circle, demapper: "log-map" },
    { ...circle, demapper: "max-log" },
    { name: "256qam", labeling: "set-partition", demapper: "log-map" },
    { ...square, demapper: "log-map", fading: 1 },
    { ...own, demapper: "log-map" },
    { ...own, demapper: "max-log" },
    { name: "ccsk16", labeling: "gray", demapper: "log-map" },
  ];

  it.each(CASES)(
    "of $name with $labeling labels by $demapper, fading $fading, are those of float64",
    async (modulated) => {
      const { demapper } = modulated;
      const fading = modulated.fading === undefined ? 0 : 1;
      const grid = onGrid(modulationOf(modulated), SIGMA, fading === 1 ? FARTHEST_FADING : FARTHEST);
      const { bits, dimensions } = grid;
      const stride = dimensions + fading;
      const hasTable = dimensions === 1 && fading === 0;
      const { tables, llrScale } = modulatedChannel(modulated, SIGMA);
      const uses = 70;
      const n = uses * bits - 1;
      const labels = Uint32Array.from({ length: uses * bits }, (_, i) => (i === 0 ? PADDING : i - 1));
      const values = valuesNear(grid, uses, fading);
      const inPlane = {
        kernel: "channel/points/demap-plane",
        constants: {
          N: n,
          P: 1,
          USES: uses,
          BITS: bits,
          DIMENSIONS: dimensions,
          FADING: fading,
          EXACT: demapper === "log-map" ? 1 : 0,
        },
        buffers: { exponentials: exponentialTable(), logarithms: logarithmTable() },
      };
      const onAxis = {
        kernel: "channel/points/demap-axis",
        constants: { N: n, P: 1, USES: uses, BITS: bits },
        buffers: {},
      };
      const call = hasTable ? onAxis : inPlane;
      const { soft } = await runKernel(engines, {
        ...call,
        buffers: { ...call.buffers, ...tables, received: values, label_bits: labels, soft: new Int32Array(FRAMES * n) },
        parameters: { frames: FRAMES },
        workgroups: 2,
      });
      for (let place = 0; place < FRAMES * uses; place++) {
        const all = logs(grid, SIGMA, values.subarray(place * stride, (place + 1) * stride));
        for (let j = 0; j < bits; j++) {
          const bit = labels[(place % uses) * bits + j];
          if (bit === PADDING) continue;
          const [zero, one] = [0, 1].map((wanted) => {
            const of = all.filter((_, label) => ((label >> j) & 1) === wanted);
            const highest = Math.max(...of);
            return demapper === "max-log"
              ? highest
              : highest + Math.log(of.reduce((sum, x) => sum + Math.exp(x - highest), 0));
          });
          const llr = soft[Math.floor(place / uses) * n + bit] * llrScale;
          const tolerance = hasTable || demapper === "max-log" ? 1e-4 : 2e-3;
          expect(Math.abs(llr - (zero - one))).toBeLessThan(tolerance + 2e-6 * Math.abs(zero - one));
        }
      }
    },
  );
});

describe("LLRs of bits in several labels", () => {
  it.each([
    { BLOCKS: 1, SHORTER: 0 },
    { BLOCKS: 335, SHORTER: 334 },
  ])("are the sums of their places, and 0 for a bit in no label, with $SHORTER shorter code blocks", async (turns) => {
    const [n, sent] = [70, 150];
    // The last two of three frames are the first code blocks of a transport block.
    const firstFrame = 335 * 2 ** 27 - 1;
    const random = randomNumbers(3);
    // Bit 5 is in no label, and the last place in none of the bits.
    const bitAt = Array.from({ length: sent - 1 }, (_, i) => (i < 20 ? 7 : Math.floor(random() * n))).map((bit) =>
      bit === 5 ? 6 : bit,
    );
    const lengthOf = (frame: number) => (frame % turns.BLOCKS < turns.SHORTER ? 120 : bitAt.length);
    const placesOf = (at: readonly number[]) => [...at.keys()].sort((a, b) => at[a] - at[b]);
    const startsOf = (at: readonly number[], first = 0) =>
      Array.from({ length: n + 1 }, (_, bit) => first + at.filter((other) => other < bit).length);
    const shorter = turns.SHORTER === 0 ? [] : bitAt.slice(0, 120);
    const places = [...placesOf(shorter), ...placesOf(bitAt)];
    const starts = [...(turns.SHORTER === 0 ? [] : startsOf(shorter)), ...startsOf(bitAt, shorter.length)];
    const soft = Int32Array.from({ length: FRAMES * sent }, () => Math.floor((random() - 0.5) * 2 ** 25));
    const { soft: sums } = await runKernel(engines, {
      kernel: "channel/points/combine",
      constants: { N: n, SENT: sent, ...turns },
      buffers: {
        soft_sent: soft,
        combine_start: Uint32Array.from(starts),
        combine_places: Uint32Array.from(places),
        soft: new Int32Array(FRAMES * n),
      },
      parameters: { firstFrame, frames: FRAMES },
      workgroups: 2,
    });
    const expected = new Int32Array(FRAMES * n);
    soft.forEach((llr, i) => {
      const bit = i % sent < lengthOf(firstFrame + Math.floor(i / sent)) ? bitAt[i % sent] : undefined;
      if (bit !== undefined) expected[Math.floor(i / sent) * n + bit] += llr;
    });
    expect([...sums]).toEqual([...expected]);
  });
});
