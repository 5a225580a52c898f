import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codeOfModel, rewiredCode } from "../../src/code/formats/quantum.ts";
import { readCode } from "../../src/code/formats/read-code.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { codedTables } from "../../src/decoder/shots/coded.ts";
import {
  decodingGraph,
  isModelCode,
  type ModelCode,
  SUM_BOUND_16,
  shotModel,
  shotNumbers,
  shotPriors,
} from "../../src/decoder/shots/model.ts";
import { pointTables, shotProgram } from "../../src/decoder/shots/program.ts";
import { modelRules, shotDecoder } from "../../src/decoder/shots/rules.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { shotFrameDecoder } from "../../src/engine/decode-shots.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { readCircuit } from "../../src/quantum/circuit.ts";
import { errorModel } from "../../src/quantum/error-model.ts";
import { checksWithoutObservables } from "../../src/quantum/rewire.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { COUNTERS } from "../../wgsl/statistics/index.ts";
import { bothEngines } from "../engines.ts";
import { decodeShot, sampledModelShot, sampledShot } from "../oracle/shots.ts";
import { ALL, describeLong, sweep } from "../sweep.ts";

const engines = bothEngines();
const half = bothEngines({ f16: true });
/** The GPU as one that is no software and has no workgroup memory: it takes wgsl/quantum/shot-teams.wgsl. */
const teams = (): Engine => ({
  ...engines.gpu,
  limits: { ...engines.gpu.limits, software: false, workgroupBytes: 0 },
});

const GENERATOR = "threefry4x32-13";
const KEY = [7, 9] as const;

function modelOf(text: string, file: string): ModelCode {
  const code = readCode(text, file);
  if (!isModelCode(code)) throw new Error(`${file} is no model`);
  return code;
}

/** Rounds of a repetition code of five qubits, whose checks are measured with noise. */
const repetitionText = `R 0 1 2 3 4 5 6 7 8
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
   OBSERVABLE_INCLUDE(2) rec[-5]`;
const repetition = modelOf(repetitionText, "repetition.stim");

/** Rounds of the code [[4,2,2]], whose Y errors flip detectors of both bases, after a detector of 20 mechanisms. */
const ancillas = Array.from({ length: 20 }, (_, k) => k + 4);
const square = [
  `R ${ancillas.join(" ")}\nX_ERROR({p/4}) ${ancillas.join(" ")}\nM ${ancillas.join(" ")}`,
  ...ancillas.map((_, k) => `DETECTOR rec[-${k + 1}]`),
  `DETECTOR ${ancillas.map((_, k) => `rec[-${k + 1}]`).join(" ")}`,
  "R 0 1 2 3\nMPP({p}) X0*X1*X2*X3 Z0*Z1*Z2*Z3\nDETECTOR rec[-1]",
  ...Array.from(
    { length: 3 },
    () =>
      "DEPOLARIZE1({2*p}) 0 1 2 3\nMPP({p}) X0*X1*X2*X3 Z0*Z1*Z2*Z3\nDETECTOR rec[-1] rec[-3]\nDETECTOR rec[-2] rec[-4]",
  ),
  "M 0 1 2 3\nDETECTOR rec[-1] rec[-2] rec[-3] rec[-4] rec[-5]",
  "OBSERVABLE_INCLUDE(0) rec[-1] rec[-2]\nOBSERVABLE_INCLUDE(33) rec[-1] rec[-3]",
].join("\n");

/** A mechanism with so many detectors that sums are limited. */
const wide = modelOf(
  `error(0.1) ${Array.from({ length: 30 }, (_, d) => `D${d}`).join(" ")} L0
   ${Array.from({ length: 30 }, (_, d) => `error(0.07) D${d} D${(d + 1) % 30}\nerror(0.05) D${d} L1`).join("\n")}
   error(0.7) D3 D9 L0`,
  "wide.dem",
);

const DECODERS = [
  "relay iterations=12 legs=7 leg-iterations=9 solutions=3",
  "relay iterations=5 legs=3 leg-iterations=4 solutions=1 leg-gamma=uniform(-0.5,0.9) gamma-seed=4 gamma=0.3",
  "memory iterations=15 gamma=0.4",
  "normalised-min-sum messages=int10 iterations=10 scale=0.625",
  "normalised-min-sum messages=int10 iterations=10 scale=1",
  "normalised-min-sum messages=int16 iterations=10 scale=0.7",
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

/** How a GPU that is no software decodes shots. */
function hardwarePlan(code: ModelCode, decoder: string): string {
  return shotProgram(code, readDecoder(decoder), { ...engines.gpu.limits, software: false }, GENERATOR).plan[0];
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
  // Over the circuit, the first decoder has both forms, and others have one each. All run on the CPU. The wide mechanism limits sums of f32 and of
  // whole numbers.
  const all = DECODERS.map((decoder, i) => ({ decoder, i }));
  const cases = code === wide ? all.filter(({ i }) => [0, 3, 5].includes(i)) : all;
  it.each(sweep(cases, 5))("have the oracle's counts: $decoder", async ({ decoder, i }) => {
    const wanted = wantedCounters(code, decoder, point, 2, 40);
    expect(wanted[1] + wanted[COUNTERS + 1], "failures").toBeGreaterThan(0);
    expect(wanted[1], "failures").toBeLessThan(40);
    const { gpu, cpu } = engines;
    // Whole shots in workgroups are for hardware, but a device in software runs them too.
    const hardware = { ...gpu.limits, software: false };
    const devices = [
      ["gpu", gpu, hardware],
      ["gpu without workgroup memory", gpu, teams().limits],
      ["gpu in software", gpu, gpu.limits],
      ["gpu in f16", half.gpu, { ...half.gpu.limits, software: false }],
    ] as const;
    const plans = new Set<string>();
    const wider = ["cpu with vectors of 16 words", cpu, { ...cpu.limits, vectorWords: 16 }] as const;
    const own =
      code === repetition
        ? [devices.slice(0, 3), [devices[1]], [devices[3]], [devices[0]], [devices[1]], [devices[0]]]
        : [[devices[0]]];
    const taken = (own[i] ?? []).slice(0, ALL ? 3 : 1);
    for (const [name, engine, limits] of [["cpu", cpu, cpu.limits] as const, wider, ...taken]) {
      const { counters, plan } = await countersOn(engine, limits, code, decoder, point, 2, 40);
      expect(counters, name).toEqual(wanted);
      plans.add(plan);
    }
    if (ALL && i === 0) expect(plans.size).toBe(shotModel(code).limited ? 2 : 3);
    if (code === wide) expect(hardwarePlan(code, decoder)).toContain("two shots for 7 invocations");
    if (i === 5) expect(hardwarePlan(code, decoder)).toMatch(/two shots for \d+ invocations/);
  });
});

it("a relay counts failures and iterations at every number of solutions, as relays that end there do", async () => {
  const [decoder, run] = [
    "relay iterations=12 legs=7 leg-iterations=9",
    { firstFrame: 0, frames: 80, chunkFrames: 80, key: KEY, llrScale: 1, amplitude: 0 },
  ];
  const wanted: number[] = [];
  for (const solutions of [1, 2, 3]) {
    const { counters } = await countersOn(
      engines.cpu,
      engines.cpu.limits,
      repetition,
      `${decoder} solutions=${solutions}`,
      { p: 0.06 },
      1,
      80,
    );
    wanted.push(counters[1], counters[6]);
  }
  expect(new Set(wanted).size).toBeGreaterThan(4);
  const { cpu, gpu } = engines;
  const workgroups = { ...gpu, limits: { ...gpu.limits, software: false } };
  for (const engine of sweep([cpu, workgroups, teams()], 2)) {
    const { limits } = engine;
    const program = shotProgram(repetition, readDecoder(`${decoder} solutions=3`), limits, GENERATOR, { curve: true });
    const prepared = await engine.prepare(program, 80);
    for (const [name, table] of Object.entries(pointTables(repetition, program, { p: 0.06 })))
      prepared.write(name, table);
    const { outputs } = await prepared.run(run, [{ buffer: "queue", elements: 7 }]);
    prepared.release();
    expect([...outputs[0]].slice(1)).toEqual(wanted);
  }
});

it("whole shots have observables beyond 32 with the same counts, sampled or given", async () => {
  const many = modelOf(repetitionText.replace("OBSERVABLE_INCLUDE(2)", "OBSERVABLE_INCLUDE(70)"), "many.stim");
  const [decoder] = DECODERS;
  const wanted = wantedCounters(repetition, decoder, { p: 0.06 }, 2, 40);
  expect(hardwarePlan(many, decoder)).toContain("two shots for");
  // Sixteen detectors a shot.
  const shots = Uint8Array.from({ length: 128 }, (_, i) => Math.imul(i, 37));
  const spec = shotDecoder(readDecoder(decoder), repetition);
  const { checkOfDetector } = decodingGraph(repetition);
  const wantedFlips = Array.from({ length: 64 }, (_, shot) => {
    const syndrome = new Uint8Array(16);
    checkOfDetector.forEach((check, d) => {
      syndrome[check] = (shots[2 * shot + (d >> 3)] >> (d & 7)) & 1;
    });
    const { wrong } = decodeShot(repetition, spec, { syndrome, observables: 0 }, { p: 0.06 });
    return [wrong & 1, (wrong >> 2) & 1];
  });
  expect(new Set(wantedFlips.map(String)).size).toBeGreaterThan(2);
  for (const engine of [engines.cpu, teams()]) {
    const { counters, plan } = await countersOn(engine, engine.limits, many, decoder, { p: 0.06 }, 2, 40);
    expect(counters).toEqual(wanted);
    expect(plan).toContain(engine.limits.software ? "two shots an invocation" : "two shots for");
    for (const code of [repetition, many]) {
      const own = await shotFrameDecoder(engine, code, readDecoder(decoder), { point: { p: 0.06 } });
      const { observables } = await own.decode(shots);
      own.release();
      const stride = Math.ceil(code.model.observables / 8);
      const bit = (shot: number, k: number) => (observables[shot * stride + (k >> 3)] >> (k & 7)) & 1;
      const last = code.model.observables - 1;
      expect(Array.from({ length: 64 }, (_, shot) => [bit(shot, 0), bit(shot, last)])).toEqual(wantedFlips);
    }
  }
});

describe("shots around a decoder of codes", () => {
  const model = errorModel(readCircuit(square, "square.stim"), "square.stim");
  const plain = { name: "square", description: "", source: "", ...codeOfModel(model, "square") } as ModelCode;
  const gari = { ...plain, ...rewiredCode(model, "square") } as ModelCode;
  const cases = [
    ["as it is", plain],
    ["rewired", gari],
    [
      "that ends by its observables",
      { ...gari, untested: checksWithoutObservables(model, decodingGraph(gari), "square") },
    ],
  ] as const;

  it("rewired auxiliary variables stand for all mechanisms of a part", () => {
    const { variables, checks, observableStart } = decodingGraph(gari);
    const added = variables - model.columns;
    expect(added).toBeGreaterThan(0);
    expect(checks.length).toBe(model.detectors + added);
    // Mechanisms of both bases are tied to two auxiliary variables, and flip nothing themselves.
    for (let n = 0; n < model.columns; n++) {
      const own = model.detector.subarray(model.start[n], model.start[n + 1]);
      if (new Set(Array.from(own, (d) => model.basis[d])).size < 2) continue;
      expect(checks.slice(0, added).filter((row) => row.includes(n)).length).toBe(2);
      expect(checks.slice(added).some((row) => row.includes(n))).toBe(false);
      expect(observableStart[n]).toBe(observableStart[n + 1]);
    }
    // A shot's auxiliary variables are the parities that their checks give; detectors and observables are then those of the model.
    const tables = codedTables(gari, { p: 0.02 });
    expect(tables.priors.slice(model.columns).every((prior) => prior === 0)).toBe(true);
  });

  const decoders = [
    "min-sum iterations=6 variable=memory gamma=0.25 reprocess=relay legs=3",
    "min-sum iterations=6 reprocess=osd osd-order=2 osd-sweep=6",
    "normalised-min-sum iterations=97 scale=0.75 schedule=layered order=random reprocess=ensemble ensemble=2",
    // Later members explain shots that the first does not.
    "normalised-min-sum iterations=3 scale=0.75 schedule=layered order=random reprocess=ensemble ensemble=4",
  ].map((decoder, i) => ({
    ...{ decoder, name: cases[Math.min(i, 2)][0], code: cases[Math.min(i, 2)][1] },
    // The last has the kernels of the one before.
    isOnDevice: i !== 2,
    point: { p: 0.03 },
  }));
  // Most checks have too many edges for `square`'s functions of a degree; the longest has 31, in parts of 16 and 15.
  let state = 5;
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const mechanisms = Array.from({ length: 60 }, (_, i) => {
    const detectors = new Set<string>();
    while (detectors.size < 5) detectors.add(`D${below(12)}`);
    return `error(0.01) ${[...detectors].join(" ")}${i % 3 === 0 ? " L0" : ""}`;
  });
  const long = {
    decoder: "normalised-min-sum iterations=12 scale=0.75 schedule=layered",
    name: "of long checks",
    code: modelOf(mechanisms.join("\n"), "long.dem"),
    isOnDevice: false,
    point: { factor: 1 },
  };
  it.each(sweep([...decoders, long], 4))(
    "has the counts of decoded syndromes on every device, of a model $name: $decoder",
    async ({ code, decoder, isOnDevice, point }) => {
      const [shots, spec] = [60, readDecoder(decoder)];
      const { cpu, gpu } = engines;
      const graph = decodingGraph(code);
      const sampled = Array.from({ length: shots }, (_, shot) =>
        sampledModelShot(code.model, point, shot, KEY, GENERATOR),
      );
      const n = code.matrix.columns;
      const { priors } = codedTables(code, point);
      const llr = Float32Array.from({ length: shots * n }, (_, i) => priors[i % n]);
      const syndromes = new Uint32Array(shots * code.matrix.rows);
      for (const [shot, { detectors }] of sampled.entries()) {
        for (const d of detectors) syndromes[shot * code.matrix.rows + graph.checkOfDetector[d]] = 1;
      }
      const { symbols, converged } = await decodeFrames(cpu, code, spec, llr, { syndromes });
      const wanted = new Array<number>(COUNTERS).fill(0);
      for (const [shot, { observables }] of sampled.entries()) {
        const wrong = new Set(observables);
        for (let v = 0; v < n; v++) {
          if (symbols[shot * n + v] === 0) continue;
          for (const k of graph.observable.subarray(graph.observableStart[v], graph.observableStart[v + 1])) {
            if (!wrong.delete(k)) wrong.add(k);
          }
        }
        wanted[0]++;
        wanted[1] += Number(wrong.size > 0);
        wanted[3] += wrong.size;
        wanted[5] += Number(wrong.size > 0 && converged[shot] === 1);
      }
      expect(wanted[1]).toBeGreaterThan(0);
      expect(wanted[1]).toBeLessThan(shots / 2);
      // Devices that are no processors have whole shots in one kernel for the layered decoder: on many workgroups, and on three.
      const hardware = { simd: false, software: false, workgroupSize: 256 };
      const small = { ...hardware, bufferBytes: 4 * 3 * Math.max(n, 4 * code.matrix.rows) };
      const forms = [
        [cpu, cpu.limits],
        // WebGPU compiles the kernel too: it refuses control flow that the CPU's compiler accepts.
        ...(isOnDevice
          ? [[gpu, spec.options.schedule === "layered" ? { ...gpu.limits, ...hardware } : gpu.limits] as const]
          : []),
        ...(spec.options.schedule === "layered"
          ? [hardware, small].map((changed) => [cpu, { ...cpu.limits, ...changed }] as const)
          : []),
      ] as const;
      let all: number[] | undefined;
      for (const [engine, limits] of forms) {
        const channel = { name: "circuit", parameter: "p" } as const;
        const program = monteCarloProgram(code, spec, "syndrome", limits, channel, { generator: GENERATOR });
        expect(program.sharesSlots ?? false).toBe(limits.software === false && spec.options.schedule === "layered");
        const prepared = await engine.prepare(program, shots);
        for (const [name, table] of Object.entries(pointTables(code, program, point))) prepared.write(name, table);
        const run = { firstFrame: 0, frames: shots, chunkFrames: shots, key: KEY, llrScale: 1, amplitude: 0 };
        const { outputs } = await prepared.run(run, [{ buffer: "counters", elements: COUNTERS }]);
        prepared.release();
        for (const count of [0, 1, 3, 5]) expect(outputs[0][count], `count ${count}`).toBe(wanted[count]);
        all ??= [...outputs[0]];
        expect([...outputs[0]]).toEqual(all);
      }
    },
  );
});

describeLong("a published circuit", () => {
  const bb72 = modelOf(readFileSync("codes/circuits/bb72-si1000-z.stim", "utf8"), "bb72.stim");

  it("has the published size, and 1.7 % of failures by relays at p 0.003", async () => {
    const { checks, variables, edges, variableDegreeMaximum } = shotModel(bb72).graph;
    expect([checks, variables, edges, variableDegreeMaximum]).toEqual([252, 1584, 4536, 3]);
    const { cpu } = engines;
    const { counters } = await countersOn(cpu, cpu.limits, bb72, "relay", { p: 0.003 }, 1, 1000);
    expect(counters[1]).toBeGreaterThan(5);
    expect(counters[1]).toBeLessThan(34);
  });
});

it("whole numbers follow from the largest column degree, and fit 16 bits of a sum", () => {
  for (let degree = 1; degree <= 512; degree++) {
    const { steps: fineSteps, messageBound: largest } = shotNumbers(degree, SUM_BOUND_16);
    expect(fineSteps).toBeGreaterThanOrEqual(degree <= 31 ? 64 : 4);
    expect(largest / fineSteps).toBeGreaterThanOrEqual(15.75);
    expect((degree + 1) * largest).toBeLessThan(2 ** 15);
    const { steps, messageBound, limited } = shotNumbers(degree);
    expect(messageBound).toBeGreaterThan(0);
    expect(messageBound / steps).toBeGreaterThanOrEqual(15.75);
    if (!limited) expect(127 + degree * messageBound).toBeLessThanOrEqual(511);
    expect(127 + degree * messageBound).toBeLessThan(2 ** 15);
  }
});

it("sums of 16 bits decode a mechanism of 30 detectors as float64 does, sums of 10 bits do not", () => {
  const shots = Array.from({ length: 100 }, (_, shot) => sampledShot(wide, { factor: 1 }, shot, KEY, GENERATOR));
  const [wanted, int16, int10] = ["int16 float64", "int16", "int10"].map((text) => {
    const [messages, isFloat] = text.split(" ");
    const decoder = `normalised-min-sum messages=${messages} iterations=30 scale=0.7`;
    const spec = shotDecoder(readDecoder(decoder), wide);
    return shots.map((shot) => decodeShot(wide, spec, shot, { factor: 1 }, isFloat !== undefined));
  });
  expect(int16).toEqual(wanted);
  expect(int10).not.toEqual(wanted);
});

it("a mechanism that nearly always occurs has the prior of its complement", () => {
  const code = modelOf("error(0.7) D0 L0\nerror(0.3) D1", "m.dem");
  const { lambda, weight, bytes, share } = shotPriors(code, shotModel(code));
  for (const list of [lambda, weight, bytes, share]) expect(list[0]).toBe(list[1]);
});

it("decoders of error models refuse what they cannot do", () => {
  const make = (text: string) => shotDecoder(readDecoder(text), repetition);
  for (const rule of [...Object.keys(modelRules), "min-sum messages=int10", "normalised-min-sum messages=int10"]) {
    expect(() => make(`${rule} stop=none`)).toThrow("leave out stop=none");
  }
  expect(() => make("min-sum")).toThrow(
    "min-sum decodes no whole shots of error models: choose memory, relay, normalised-min-sum messages=int10",
  );
  expect(() => make("min-sum messages=int16 fineness=2")).toThrow("fineness");
  for (const words of ["schedule=layered", "variable=memory", "edge=damped", "reprocess=osd"]) {
    expect(() => make(`min-sum messages=int10 ${words}`)).toThrow(`${words} does not go with messages=int10`);
  }
  expect(() => make("relay leg-gamma=uniform(0.5,0.1)")).toThrow("is empty: write uniform(0.1,0.5)");
  expect(() => make("relay legs=1000 leg-iterations=100")).toThrow("at most 65535");
  const small = { ...engines.gpu.limits, software: false, workgroupBytes: 0, bufferBytes: 400 };
  expect(() => shotProgram(repetition, readDecoder("relay"), small, GENERATOR)).toThrow(
    /take \d+ words, and the device has room for 50: take a circuit of fewer rounds, or decode some at a time with --window/,
  );
  expect(() => decoderProgram({ matrix: repetition.matrix }, readDecoder("relay"), engines.cpu.limits)).toThrow(
    "relay decodes error models alone",
  );
});
