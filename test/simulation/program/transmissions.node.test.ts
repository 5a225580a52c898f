import { describe, expect, it } from "vitest";
import { channelPoint } from "../../../src/channel/channels.ts";
import type { Modulated } from "../../../src/channel/modulation/modulated.ts";
import type { Code } from "../../../src/code/code.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { monteCarloProgram } from "../../../src/simulation/program/monte-carlo.ts";
import { fisherTest } from "../../../src/simulation/statistics.ts";
import { codeOf } from "../../code-of.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { spec } from "../../decoder/specs.ts";
import { bothEngines } from "../../engines.ts";
import { runBatch } from "../run-batch.ts";

const engines = bothEngines();
const n = 40;
const code = codeOf(randomMatrix(galoisField(2), Array(20).fill(4), n, 3));
const qpsk: Modulated = { name: "qpsk", labeling: "gray", demapper: "log-map" };
const psk: Modulated = { name: "8psk", labeling: "gray", demapper: "log-map", interleaver: 3 };

/** The code with each position at several places of its transmissions. */
function sending(order: readonly number[]): Code {
  return { ...code, sending: { order: Uint32Array.from(order), checksumBits: 0 } };
}

const backwards = Array.from({ length: n }, (_, i) => n - 1 - i);
const twice = sending([...backwards, ...code.matrix.variable.keys()].slice(0, 2 * n).map((i) => i % n));

function batch(engine: typeof engines.cpu, sent: Code, esn0: number, modulation: Modulated, frames: number) {
  const point = channelPoint("esn0", esn0, modulation);
  return runBatch(engine, { code: sent, decoder: "sum-product iterations=8", point, frames, received: "values" });
}

describe("bits that are sent more than once", () => {
  it.each([qpsk, psk])("over $name are received and counted alike on GPU and CPU", async (modulation) => {
    // Positions 0 to 9 three times, all others once.
    const some = sending([...backwards, ...backwards.slice(-10), ...backwards.slice(-10)]);
    const [gpu, cpu] = [engines.gpu, engines.cpu].map((engine) => batch(engine, some, 2, modulation, 40));
    const { counters, codeword, received, llr } = await cpu;
    expect(await gpu).toEqual({ counters, codeword, received, llr });
    expect(counters[1]).toBeGreaterThan(0);
    // Signs of received bits agree with the sent bits more often where they were sent three times.
    const wrong = (from: number, to: number) =>
      codeword.filter((bit, i) => i % n >= from && i % n < to && llr[i] < 0 !== (bit === 1)).length;
    expect(wrong(0, 10) / 10).toBeLessThan(wrong(10, n) / 30);
  });

  it("twice over QPSK have the FER of single ones at 3.01 dB more", async () => {
    const frames = 500;
    const [double, single] = await Promise.all([
      batch(engines.cpu, twice, -1, qpsk, frames),
      batch(engines.cpu, code, -1 + 10 * Math.log10(2), qpsk, frames),
    ]);
    expect(double.counters[0]).toBe(frames);
    expect(double.counters[1]).toBeGreaterThan(60);
    const counts = [double, single].map(({ counters }) => ({ frames, errors: counters[1] }));
    expect(fisherTest(counts[0], counts[1])).toBeGreaterThan(1e-3);
  });

  it("need a receiver that adds up LLRs", () => {
    expect(() => monteCarloProgram(twice, spec("min-sum"), "random", engines.cpu.limits)).toThrow(
      "sends bits more than once: choose a --modulation such as qpsk",
    );
  });
});
