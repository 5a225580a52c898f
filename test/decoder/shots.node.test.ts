import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCode } from "../../src/code/formats/read-code.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { isModelCode, type ModelCode, shotModel, shotNumbers, shotPriors } from "../../src/decoder/shots/model.ts";
import { pointTables, shotProgram } from "../../src/decoder/shots/program.ts";
import { shotDecoder, shotRules } from "../../src/decoder/shots/rules.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { COUNTERS } from "../../wgsl/statistics/chunk-counters.ts";
import { bothEngines } from "../engines.ts";
import { decodeShot, sampledShot } from "../oracle/shots.ts";

const engines = bothEngines();
const half = bothEngines({ f16: true });

const GENERATOR = "threefry4x32-13";
const KEY = [7, 9] as const;

function modelOf(text: string, file: string): ModelCode {
  const code = readCode(text, file);
  if (!isModelCode(code)) throw new Error(`${file} is no model`);
  return code;
}

/** Rounds of a repetition code of five qubits, whose checks are measured with noise. */
const repetition = modelOf(
  `R 0 1 2 3 4 5 6 7 8
   REPEAT 4 {
     DEPOLARIZE1({p}) 0 2 4 6 8
     CX 0 1 2 3 4 5 6 7
     DEPOLARIZE2({p}) 0 1 2 3 4 5 6 7
     CX 2 1 4 3 6 5 8 7
     MR({p}) 1 3 5 7
   }
   M 0 2 4 6 8
   ${[1, 2, 3, 4].map((k) => `DETECTOR rec[-${k}] rec[-${k + 1}] rec[-${k + 5}]`).join("\n")}
   ${Array.from({ length: 12 }, (_, k) => `DETECTOR rec[-${k + 6}] rec[-${k + 10}]`).join("\n")}
   OBSERVABLE_INCLUDE(0) rec[-1]
   OBSERVABLE_INCLUDE(2) rec[-5]`,
  "repetition.stim",
);

/** A mechanism with so many detectors that sums are limited. */
const wide = modelOf(
  `error(0.1) ${Array.from({ length: 30 }, (_, d) => `D${d}`).join(" ")} L0
   ${Array.from({ length: 30 }, (_, d) => `error(0.07) D${d} D${(d + 1) % 30}\nerror(0.05) D${d} L1`).join("\n")}
   error(0.7) D3 D9 L0`,
  "wide.dem",
);

const DECODERS = [
  "relay iterations=12 legs=7 leg-iterations=9 solutions=3",
  "relay iterations=5 legs=3 leg-iterations=4 solutions=1 gamma=uniform(-0.5,0.9) gamma-seed=4 gamma0=0.3",
  "memory iterations=15 gamma=0.4",
  "scaled-min-sum iterations=10 scale=0.625",
  "scaled-min-sum iterations=10 scale=1",
];

/** Counters of chunks of shots, summed from the oracle's shots. */
function wantedCounters(
  code: ModelCode,
  decoder: string,
  point: { p: number } | { factor: number },
  chunks: number,
  shots: number,
): number[] {
  const spec = shotDecoder(readDecoder(decoder), code);
  return Array.from({ length: chunks }, (_, chunk) => {
    const counts = new Array<number>(COUNTERS).fill(0);
    for (let shot = chunk * shots; shot < (chunk + 1) * shots; shot++) {
      const { wrong, found, iterations } = decodeShot(
        code,
        spec,
        sampledShot(code, point, shot, KEY, GENERATOR),
        point,
      );
      const errors = [...wrong.toString(2)].filter((bit) => bit === "1").length;
      const failed = Number(errors > 0);
      [
        1,
        failed,
        failed,
        errors,
        errors,
        failed && Number(found > 0),
        iterations,
        failed === 1 ? 0 : iterations,
        errors ** 2,
        0,
        errors ** 2,
      ].forEach((count, i) => {
        counts[i] += count;
      });
    }
    return counts;
  }).flat();
}

async function countersOn(
  engine: Engine,
  limits: Engine["limits"],
  code: ModelCode,
  decoder: string,
  point: { p: number } | { factor: number },
  chunks: number,
  chunkFrames: number,
): Promise<{ counters: number[]; plan: string }> {
  const program = shotProgram(code, readDecoder(decoder), limits, GENERATOR);
  const prepared = await engine.prepare(program, chunks * chunkFrames);
  for (const [name, table] of Object.entries(pointTables(code, program, point))) prepared.write(name, table);
  const run = { firstFrame: 0, frames: chunks * chunkFrames, chunkFrames, key: KEY, llrScale: 1, amplitude: 0 };
  const { outputs } = await prepared.run(run, [{ buffer: "counters", elements: chunks * COUNTERS }]);
  prepared.release();
  return { counters: [...outputs[0]], plan: program.plan[0] };
}

describe.each([
  { name: "of a circuit", code: repetition, point: { p: 0.06 } },
  { name: "with a wide mechanism", code: wide, point: { factor: 1 } },
])("whole shots $name", ({ code, point }) => {
  it.each(DECODERS)("have the oracle's counts on every device and in every form: %s", async (decoder) => {
    const wanted = wantedCounters(code, decoder, point, 2, 40);
    expect(wanted[1] + wanted[COUNTERS + 1], "failures").toBeGreaterThan(0);
    expect(wanted[1], "failures").toBeLessThan(40);
    const { gpu, cpu } = engines;
    const forms = [
      ["cpu", cpu, cpu.limits],
      ["gpu", gpu, gpu.limits],
      ["gpu without workgroup memory", gpu, { ...gpu.limits, workgroupBytes: 0 }],
      ["gpu in f16", half.gpu, half.gpu.limits],
    ] as const;
    const plans = new Set<string>();
    for (const [name, engine, limits] of forms) {
      const { counters, plan } = await countersOn(engine, limits, code, decoder, point, 2, 40);
      expect(counters, name).toEqual(wanted);
      plans.add(plan);
    }
    expect(plans.size).toBe(shotModel(code).limited ? 1 : 2);
  });
});

describe("a published circuit", () => {
  const bb72 = modelOf(readFileSync("codes/circuits/bb72-si1000-z.stim", "utf8"), "bb72.stim");

  it("has the published size, and 1.7 % of failures by relays at p 0.003", async () => {
    const { checks, variables, edges, variableDegreeMaximum } = shotModel(bb72).graph;
    expect([checks, variables, edges, variableDegreeMaximum]).toEqual([252, 1584, 4536, 3]);
    const { cpu } = engines;
    const { counters } = await countersOn(cpu, cpu.limits, bb72, "relay", { p: 0.003 }, 1, 4000);
    expect(counters[1]).toBeGreaterThan(40);
    expect(counters[1]).toBeLessThan(100);
  });
});

it("whole numbers follow from the largest column degree, and fit 16 bits of a sum", () => {
  for (let degree = 1; degree <= 512; degree++) {
    const { steps, messageBound, limited } = shotNumbers(degree);
    expect(messageBound).toBeGreaterThan(0);
    expect(messageBound / steps).toBeGreaterThanOrEqual(15.75);
    if (!limited) expect(127 + degree * messageBound).toBeLessThanOrEqual(511);
    expect(127 + degree * messageBound).toBeLessThan(2 ** 15);
  }
});

it("a mechanism that nearly always occurs has the prior of its complement", () => {
  const code = modelOf("error(0.7) D0 L0\nerror(0.3) D1", "m.dem");
  const { lambda, weight, bytes, share } = shotPriors(code, shotModel(code));
  for (const list of [lambda, weight, bytes, share]) expect(list[0]).toBe(list[1]);
});

it("decoders of error models refuse what they cannot do", () => {
  const make = (text: string) => shotDecoder(readDecoder(text), repetition);
  for (const rule of Object.keys(shotRules)) expect(() => make(`${rule} stop=none`)).toThrow("leave out stop=none");
  expect(() => make("min-sum")).toThrow("min-sum is no decoder of error models: choose scaled-min-sum, memory, relay");
  expect(() => make("relay gamma=uniform(0.5,0.1)")).toThrow("is empty: write uniform(0.1,0.5)");
  expect(() => make("relay legs=1000 leg-iterations=100")).toThrow("at most 65535");
  expect(() => decoderProgram({ matrix: repetition.matrix }, readDecoder("relay"), engines.cpu.limits)).toThrow(
    "relay decodes error models alone",
  );
});
