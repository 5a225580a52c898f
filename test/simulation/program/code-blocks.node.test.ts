import { describe, expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import { type Modulated, modulationOf, onGrid } from "../../../src/channel/modulation/modulated.ts";
import type { RedundancyVersion } from "../../../src/code/transport.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { runBatch } from "../run-batch.ts";

// Transport blocks whose code blocks send different numbers of bits, against a receiver in float64 that is written from the standards.

/** Transport block of 3,848 bits at rate 1/4: base graph 2, two code blocks of 1,960 bits, Z = 208 (3GPP TS 38.212, 5.2.2). */
const [BITS, BLOCKS, INFORMATION, Z] = [3848, 2, 1960, 208];
const FILLERS = 10 * Z - INFORMATION;
const FIRST = [0, 13, 25, 43];
const FRAMES = 4;
const ESN0 = 3;

/** E_r of TS 38.212, 5.4.2.1, for one layer. */
function standardLength(sent: number, pointBits: number, block: number): number {
  const points = sent / pointBits;
  const isShorter = block <= BLOCKS - (points % BLOCKS) - 1;
  return pointBits * (isShorter ? Math.floor(points / BLOCKS) : Math.ceil(points / BLOCKS));
}

/** Positions in the code word of f_0 … f_(E−1), by the loops of 5.4.2.1 and 5.4.2.2. */
function standardOrder(length: number, version: RedundancyVersion, pointBits: number): number[] {
  const isFiller = (j: number) => j >= INFORMATION - 2 * Z && j < INFORMATION - 2 * Z + FILLERS;
  const e: number[] = [];
  for (let j = 0; e.length < length; j++) {
    const at = (FIRST[version] * Z + j) % (50 * Z);
    if (!isFiller(at)) e.push(at + 2 * Z);
  }
  const f = Array<number>(length);
  for (let j = 0; j < length / pointBits; j++) {
    for (let i = 0; i < pointBits; i++) f[i + j * pointBits] = e[(i * length) / pointBits + j];
  }
  return f;
}

/** Points of TS 38.211, 5.1.3 and 5.1.4, of b(0), b(1), …, with mean energy 1. Gray labels have the inverse of the bits of size, b(2) and b(3). */
function standardPoint(b: readonly number[], labeling: "gray" | "5g"): [number, number] {
  const s = b.map((bit) => 1 - 2 * bit);
  if (b.length === 2) return [s[0] / Math.SQRT2, s[1] / Math.SQRT2];
  const size = labeling === "5g" ? -1 : 1;
  return [(s[0] * (2 + size * s[2])) / Math.sqrt(10), (s[1] * (2 + size * s[3])) / Math.sqrt(10)];
}

/** ln P(b(i) = 0 | y) / P(b(i) = 1 | y) of every bit of a point. @param variance of a coordinate. */
function exactLlrs(y: readonly number[], pointBits: number, labeling: "gray" | "5g", variance: number): number[] {
  const all = Array.from({ length: 2 ** pointBits }, (_, label) => {
    const b = Array.from({ length: pointBits }, (_, i) => (label >> i) & 1);
    const [re, im] = standardPoint(b, labeling);
    return { b, log: -((y[0] - re) ** 2 + (y[1] - im) ** 2) / (2 * variance) };
  });
  const highest = Math.max(...all.map(({ log }) => log));
  const sum = (i: number, bit: number) =>
    Math.log(all.reduce((total, { b, log }) => total + (b[i] === bit ? Math.exp(log - highest) : 0), 0));
  return Array.from({ length: pointBits }, (_, i) => sum(i, 0) - sum(i, 1));
}

const engines = bothEngines();

describe("code blocks that send different numbers of bits", () => {
  const CASES: readonly ["qpsk" | "16qam", "gray" | "5g", number, number, readonly RedundancyVersion[]][] = [
    // 1,203 points of 4 bits, of which the second block sends 602; some bits come twice.
    ["16qam", "gray", 4, 4812, [0, 3]],
    ["16qam", "5g", 4, 4812, [2]],
    ["qpsk", "gray", 2, 8002, [2, 0]],
  ];
  it.each(sweep(CASES, 6))(
    "over %s with %s labels have the LLRs of the standard's receiver",
    async (name, labeling, pointBits, sent, versions) => {
      const code = loadCode("nr", { transport: { bits: BITS, rate: 0.25, versions, pointBits, sent } });
      const lengths = [0, 1].map((block) => standardLength(sent, pointBits, block));
      expect(lengths[1] - lengths[0]).toBe(pointBits);
      expect(lengths[0] + lengths[1]).toBe(sent);
      const modulation: Modulated = { name, labeling, demapper: "log-map" };
      const point = channelPoint("esn0", ESN0, modulation);
      const batch = (engine: Engine) =>
        runBatch(engine, { code, decoder: "min-sum iterations=1", point, frames: FRAMES, received: "values" });
      const cpu = await batch(engines.cpu);
      expect(await batch(engines.gpu)).toEqual(cpu);
      const { received, llr } = cpu;
      const n = code.matrix.columns;
      const points = received.length / FRAMES / 2;
      const variance = 10 ** (-ESN0 / 10) / 2;
      const { step } = onGrid(modulationOf(modulation), Math.sqrt(variance));
      const wrong: number[][] = [];
      for (let frame = 0; frame < FRAMES; frame++) {
        const length = lengths[frame % BLOCKS];
        const sums = new Float64Array(n);
        const isSent = new Uint8Array(n);
        versions.forEach((version, transmission) => {
          const order = standardOrder(length, version, pointBits);
          for (let at = 0; at < length; at += pointBits) {
            const place = (transmission * length + at) / pointBits;
            const y = [0, 1].map((d) => received[(frame * points + place) * 2 + d] * step);
            exactLlrs(y, pointBits, labeling, variance).forEach((value, i) => {
              sums[order[at + i]] += value;
              isSent[order[at + i]] = 1;
            });
          }
        });
        for (let bit = 0; bit < n; bit++) {
          if (bit >= INFORMATION && bit < 10 * Z) continue;
          const difference = Math.abs(llr[frame * n + bit] - sums[bit]);
          if (difference > (isSent[bit] === 0 ? 0 : 1e-2)) wrong.push([frame, bit, llr[frame * n + bit], sums[bit]]);
        }
      }
      expect(wrong.slice(0, 9)).toEqual([]);
    },
  );
});
