import { describe, expect, it } from "vitest";
import { channelKind, channelPoint } from "../../src/channel/channels.ts";
import { uncodedRates } from "../../src/channel/limits/modulation-limits.ts";
import { receivedFrame } from "../../src/channel/modulation/demap.ts";
import {
  DEMAPPERS,
  FARTHEST,
  FARTHEST_FADING,
  LABELINGS,
  type Modulated,
  type ModulationName,
  modulationOf,
  onGrid,
  planeModulations,
  receivedModulation,
  requireSendable,
} from "../../src/channel/modulation/modulated.ts";
import { GAIN_ONE } from "../../src/channel/modulation/modulated-kind.ts";
import type { Code } from "../../src/code/code.ts";
import { codeEncoder } from "../../src/code/encoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { unlessRefused } from "../../src/errors.ts";
import { galoisField } from "../../src/galois/field.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { binomialTest } from "../../src/simulation/statistics.ts";
import { codeOf } from "../code-of.ts";
import { randomMatrix } from "../decoder/random-matrix.ts";
import { spec } from "../decoder/specs.ts";
import { bothEngines } from "../engines.ts";
import { describeInCi, inNode, itInNode, sweep, widened } from "../sweep.ts";
import { runBatch } from "./run-batch.ts";

const engines = bothEngines();
const gray = { labeling: "gray" } as const;

function batch(engine: Engine, code: Code, decoder: string, esn0: number, modulation: Modulated, frames: number) {
  const point = channelPoint("esn0", esn0, modulation);
  return runBatch(engine, { code, decoder, point, frames, received: "values" });
}

const binary = codeOf(randomMatrix(galoisField(2), Array(20).fill(4), 40, 3));
const matched = codeOf(randomMatrix(galoisField(16), [4, 4, 3], 6, 1));
const quaternary = codeOf(randomMatrix(galoisField(4), [4, 4, 3], 7, 1));
const information = codeEncoder(binary).informationPositions;
/** A code with two positions that are not sent. */
const unsent: Code = {
  ...binary,
  punctured: Uint32Array.of(information[1]),
  shortened: Uint32Array.of(information[0]),
};

const MODULATIONS = [
  ["bits on axes", binary, "min-sum iterations=4", { name: "64qam", demapper: "log-map", interleaver: 5, ...gray }],
  ["bits in the plane", unsent, "sum-product iterations=4", { name: "8psk", demapper: "log-map", ...gray }],
  ["bits of symbols", matched, "min-max iterations=4", { name: "64qam", demapper: "max-log", ...gray }],
  [
    "symbols",
    matched,
    "min-max iterations=4",
    { name: "16qam", demapper: "symbols", interleaver: { rows: 2 }, ...gray },
  ],
  [
    "symbols that share points of two axes",
    quaternary,
    "min-max iterations=4",
    { name: "64qam", demapper: "symbols", interleaver: 3, ...gray },
  ],
  ["symbols in chips", matched, "min-max iterations=4", { name: "ccsk16", demapper: "symbols", ...gray }],
  ["bits in chips", binary, "min-sum iterations=4", { name: "ccsk16", demapper: "log-map", ...gray }],
  ["bits with fading", binary, "min-sum iterations=4", { name: "16qam", demapper: "max-log", fading: 4, ...gray }],
] as const;

describeInCi.each(sweep(MODULATIONS, 6, 3))("a frame over a modulation by %s", (_, code, decoder, modulation) => {
  it("is received and counted alike on GPU and CPU", async () => {
    // Whole sequences of chips need less energy than their bits in smaller points.
    const esn0 = modulation.name === "ccsk16" ? 0 : 5;
    const [gpu, cpu] = [engines.gpu, engines.cpu].map((engine) => batch(engine, code, decoder, esn0, modulation, 40));
    const { counters, ...buffers } = await cpu;
    expect(await gpu).toEqual({ counters, ...buffers });
    expect(counters[0]).toBe(40);
    expect(counters[1]).toBeGreaterThan(0);
  });

  itInNode("has more likely bits right the less noise there is", async () => {
    const hasFading = "fading" in modulation;
    const { codeword, llr } = await batch(engines.cpu, code, decoder, 30, modulation, 20);
    if (hasFading) {
      // Some bits are lost in deep fades.
      const wrong = codeword.filter((sent, i) => llr[i] * (1 - 2 * sent) <= 0).length;
      expect(wrong).toBeLessThan(codeword.length / 50);
      return;
    }
    const { q, p } = code.matrix.field;
    codeword.forEach((sent, i) => {
      if (code.punctured?.includes(i % code.matrix.columns)) expect(llr[i]).toBe(0);
      else if (p === 1) expect(llr[i] * (1 - 2 * sent)).toBeGreaterThan(20);
      else {
        const vector = llr.slice(q * i, q * (i + 1));
        expect(vector[sent]).toBe(0);
        expect(vector.filter((cost) => cost < 20).length).toBe(1);
      }
    });
  });
});

/** Errors of received values of a code with few checks, decided by the nearest amplitude or point. */
async function errorsWithoutCode(name: ModulationName, esn0: number, code: Code, frames: number, fading?: number) {
  const modulated = { name, demapper: "log-map", ...(fading && { fading }), ...gray } as const;
  const modulation = modulationOf(modulated);
  const { codeword, received: values } = await batch(
    engines.cpu,
    code,
    "min-sum iterations=1",
    esn0,
    modulated,
    frames,
  );
  const sigma = channelKind(channelPoint("esn0", esn0, modulated)).sigma!(esn0, { rate: () => 1 });
  const { points, dimensions, bits } = onGrid(modulation, sigma, fading ? FARTHEST_FADING : FARTHEST);
  const stride = dimensions + (fading ? 1 : 0);
  const perPoint = modulation.shape.axes === 2 ? 2 : 1;
  const n = code.matrix.columns;
  const uses = n / bits;
  let [wrong, wrongBits] = [0, 0];
  for (let first = 0; first < frames * uses; first += perPoint) {
    let difference = 0;
    for (let place = first; place < first + perPoint; place++) {
      const [slot, inFrame] = [Math.floor(place / uses), place % uses];
      let sent = 0;
      for (let j = 0; j < bits; j++) sent += codeword[slot * n + inFrame * bits + j] << j;
      let [nearest, decided] = [Number.POSITIVE_INFINITY, 0];
      for (let label = 0; label < 2 ** bits; label++) {
        let distance = 0;
        for (let d = 0; d < dimensions; d++) {
          const gain = fading ? values[place * stride + dimensions] / GAIN_ONE : 1;
          distance += (values[place * stride + d] - gain * points[label * dimensions + d]) ** 2;
        }
        if (distance < nearest) [nearest, decided] = [distance, label];
      }
      const bitErrors = [...(sent ^ decided).toString(2)].filter((bit) => bit === "1").length;
      difference += bitErrors;
    }
    wrong += Number(difference > 0);
    wrongBits += difference;
  }
  return { symbols: (frames * uses) / perPoint, wrong, bits: frames * n, wrongBits };
}

/** Every constellation with every field: metrics of symbols where they fit, and of bits. */
const PAIRS = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((p) => {
  const code = p === 1 ? binary : codeOf(randomMatrix(galoisField(2 ** p), [4, 4, 3], 7, 1));
  const names = (Object.keys(planeModulations) as (keyof typeof planeModulations)[]).filter((name) => name !== "bpsk");
  return names.flatMap((name) =>
    LABELINGS.flatMap((labeling) =>
      DEMAPPERS.filter((demapper) => isSendable({ name, labeling, demapper }, p)).map((demapper) => {
        return [
          `GF(${2 ** p}) on ${name}, ${labeling} labels, ${demapper}`,
          code,
          { name, labeling, demapper },
        ] as const;
      }),
    ),
  );
});

function isSendable(modulated: Modulated, p: number): boolean {
  return unlessRefused(() => requireSendable(modulated, p) ?? true) ?? false;
}

describe.each(inNode(["elsewhere"]))("the receiver of points from %s", () => {
  const few = [
    ["64qam in labels of an interleaver", binary, { name: "64qam", demapper: "log-map", interleaver: 5, ...gray }],
    ["8psk by the nearest points", binary, { name: "8psk", demapper: "max-log", ...gray }],
    ["16qam of bits of symbols", matched, { name: "16qam", demapper: "log-map", ...gray }],
    ["symbols on axes", matched, { name: "16qam", demapper: "symbols", ...gray }],
    ["symbols on axes in rows", matched, { name: "16qam", demapper: "symbols", interleaver: { rows: 2 }, ...gray }],
    ["symbols that share axes", quaternary, { name: "256qam", demapper: "symbols", ...gray }],
    ["three symbols of a point", quaternary, { name: "64qam", demapper: "symbols", interleaver: 3, ...gray }],
    ["symbols in points", matched, { name: "16qam", demapper: "symbols", labeling: "set-partition" }],
  ] as const;
  const every = [...few, ...PAIRS];
  it.each(widened({ few: every.slice(0, few.length), every }))(
    "has the metrics of the simulation: %s",
    async (_, code, modulated) => {
      const [esn0, frames] = [8, 3];
      const decoder = code.matrix.field.p === 1 ? "min-sum iterations=1" : "min-max iterations=1";
      const { received: values, llr } = await batch(engines.cpu, code, decoder, esn0, modulated, frames);
      const sigma = Math.sqrt(10 ** (-esn0 / 10) / 2);
      const { p, q } = code.matrix.field;
      const n = code.matrix.columns;
      const modulation = receivedModulation(modulated, p);
      const { axes } = modulation.shape;
      const { step } = onGrid(modulation, sigma);
      const frame = receivedFrame(modulated, n, p, sigma);
      const metrics = new Float64Array(frame.values);
      const perFrame = values.length / frames;
      for (let f = 0; f < frames; f++) {
        const received = new Float64Array(2 * frame.points);
        // Amplitudes on one axis have no quadrature.
        const stride = axes === 1 ? 2 : 1;
        values.slice(f * perFrame, (f + 1) * perFrame).forEach((value, i) => {
          received[stride * i] = value * step;
        });
        frame.demap(received, metrics);
        const cost = (symbol: number, a: number) => {
          if (frame.kind === "symbol") return metrics[symbol * q + a];
          const bits = Array.from({ length: p }, (_, b) => ((a >> b) & 1) * metrics[symbol * p + b]);
          return bits.reduce((sum, bit) => sum + bit);
        };
        // Points on the grid of the simulation are off by half a step.
        for (let symbol = 0; symbol < n; symbol++) {
          if (p === 1) expect(Math.abs(llr[f * n + symbol] - metrics[symbol])).toBeLessThan(0.02);
          if (p === 1) continue;
          const all = Array.from({ length: q }, (_, a) => cost(symbol, a));
          const least = Math.min(...all);
          all.forEach((one, a) => {
            expect(Math.abs(llr[(f * n + symbol) * q + a] - (one - least))).toBeLessThan(0.02 + (one - least) / 1000);
          });
        }
      }
    },
  );
});

// Amplitudes on axes have the rates of theory by the probabilities of all cells (channel/modulation/uncoded-cells.node.test.ts).
describeInCi.each(inNode(["8psk"] as const))("%s without a code", (name) => {
  const { bits } = modulationOf({ name, ...gray });
  // The parity bits of these few checks are nearly independent.
  const code = codeOf(randomMatrix(galoisField(2), Array(4).fill(24), 96, 3));

  it.each([3, 9])("has the error rates of theory at Es/N0 %i dB more than its bits need", async (more) => {
    const esn0 = more + 2 * (bits - 1);
    const { symbols, wrong, bits: sent, wrongBits } = await errorsWithoutCode(name, esn0, code, 40);
    const { ser, ber } = uncodedRates(modulationOf({ name, ...gray }), 10 ** (esn0 / 10), "awgn");
    expect(symbols).toBe((40 * 96) / bits);
    // The words are fixed, so the result is too. A symbol has at most two bit errors, which occur together, if errors are rare.
    expect(binomialTest({ errors: wrong, frames: symbols }, ser)).toBeGreaterThan(1e-3);
    expect(Math.abs(wrongBits - sent * ber)).toBeLessThan(5 + 5 * Math.sqrt(bits * sent * ber));
  });

  it.each([5, 15])("has those of Rayleigh fading at Es/N0 %i dB more", async (more) => {
    const esn0 = more + 2 * (bits - 1);
    const { symbols, wrong, bits: sent, wrongBits } = await errorsWithoutCode(name, esn0, code, 40, 1);
    const { ser, ber } = uncodedRates(modulationOf({ name, ...gray }), 10 ** (esn0 / 10), "rayleigh");
    expect(binomialTest({ errors: wrong, frames: symbols }, ser)).toBeGreaterThan(1e-3);
    expect(Math.abs(wrongBits - sent * ber)).toBeLessThan(5 + 5 * Math.sqrt(bits * sent * ber));
  });
});

it("the all-zero word is refused, because its errors are those of one label", () => {
  const point = channelPoint("ebn0", 3, { name: "16qam", demapper: "log-map", ...gray });
  expect(() => monteCarloProgram(binary, spec("min-sum"), "zero", engines.cpu.limits, point)).toThrow(
    "the all-zero word over a modulation has the errors of one label alone: leave out --codeword zero",
  );
});
