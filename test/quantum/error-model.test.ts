import { describe, expect, it } from "vitest";
import { readCircuit } from "../../src/quantum/circuit.ts";
import { demText, readDem } from "../../src/quantum/dem.ts";
import {
  atErrorRate,
  type ErrorModel,
  errorModel,
  modelOfBasis,
  probabilities,
} from "../../src/quantum/error-model.ts";
import { GATES } from "../../src/quantum/gates.ts";
import { independentProbabilities } from "../../src/quantum/noise.ts";
import { forwardModel, type Symptoms } from "../oracle/pauli-frame.ts";

const modelOf = (text: string): ErrorModel => errorModel(readCircuit(text, "c.stim"), "c.stim");

function symptomsOf(model: ErrorModel): Symptoms {
  const all = probabilities(model);
  return new Map(
    [...all].map((probability, n) => {
      const detectors = [...model.detector.subarray(model.start[n], model.start[n + 1])].map((d) => `D${d}`);
      const observables = [...model.observable.subarray(model.observableStart[n], model.observableStart[n + 1])].map(
        (k) => `L${k}`,
      );
      return [[...detectors, ...observables].sort().join(" "), probability];
    }),
  );
}

/** Two models have the same mechanisms, with the same probabilities but for rounding. */
function expectSame(own: Symptoms, wanted: Symptoms): void {
  expect([...own.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [symptom, probability] of wanted) expect(own.get(symptom)! / probability, symptom).toBeCloseTo(1, 12);
}

/** A sequence of numbers below 2^32 that looks random. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** How often a gate is applied until it is the identity but for signs. */
function orderOf(name: string): number {
  const gate = GATES.get(name)!;
  const images = gate.kind === "one" ? [gate.x, gate.z] : gate.kind === "two" ? gate.images : [];
  const bits = (image: string) =>
    [...image].flatMap((pauli) => [Number("XY".includes(pauli)), Number("YZ".includes(pauli))]);
  const rows = images.map(bits);
  const times = (a: number[][]) =>
    a.map((row) => rows[0].map((_, j) => row.reduce((sum, has, k) => sum ^ (has & rows[k][j]), 0)));
  const identity = JSON.stringify(rows.map((_, i) => rows.map((__, j) => Number(i === j))));
  let [power, order] = [rows, 1];
  while (JSON.stringify(power) !== identity) [power, order] = [times(power), order + 1];
  return order;
}

/** A circuit that applies random gates and undoes them, with noise of every kind on the way. */
function mirrored(seed: number): string {
  const random = randomNumbers(seed);
  const names = [...GATES].filter(([, { kind }]) => kind === "one" || kind === "two").map(([name]) => name);
  const qubits = () => {
    const a = random(4);
    return [a, (a + 1 + random(3)) % 4];
  };
  const noises = [
    (q: number[]) => `X_ERROR(0.01) ${q[0]}`,
    (q: number[]) => `Y_ERROR(0.02) ${q[0]}`,
    (q: number[]) => `Z_ERROR(0.03) ${q[0]}`,
    (q: number[]) => `DEPOLARIZE1(0.01) ${q[0]}`,
    (q: number[]) => `DEPOLARIZE2(0.02) ${q.join(" ")}`,
    (q: number[]) => `PAULI_CHANNEL_1(0.02, 0.01, 0.02) ${q[0]}`,
  ];
  const [forth, back]: string[][] = [[], []];
  for (let i = 0; i < 12; i++) {
    const name = names[random(names.length)];
    const targets = GATES.get(name)!.kind === "one" ? [random(4)] : qubits();
    forth.push(`${name} ${targets.join(" ")}`, noises[random(noises.length)](qubits()));
    const undo = Array.from({ length: orderOf(name) - 1 }, () => `${name} ${targets.join(" ")}`);
    back.unshift(...undo, noises[random(noises.length)](qubits()));
  }
  const ends = ["M(0.05) 0 1", "MPP(0.04) Z2*Z3", "MR(0.03) 2", "CX rec[-1] 3", "M 3", "R 1", "M(0.01) 1"];
  const detectors = [[6, 5], [4], [3], [1], [2, 5]].map(
    (results) => `DETECTOR ${results.map((k) => `rec[-${k}]`).join(" ")}`,
  );
  return ["R 0 1 2 3", ...forth, ...back, ...ends, ...detectors, "OBSERVABLE_INCLUDE(3) rec[-6]"].join("\n");
}

describe("the error model of a circuit", () => {
  it.each(Array.from({ length: 24 }, (_, i) => i + 1))(
    "equals that of forward simulation, random circuit %i",
    (seed) => {
      const circuit = readCircuit(mirrored(seed), "random.stim");
      const own = symptomsOf(errorModel(circuit, "random.stim"));
      expect(own.size).toBeGreaterThan(3);
      expectSame(own, forwardModel(circuit));
    },
  );

  it("takes every gate of the table in the random circuits", () => {
    const used = Array.from({ length: 24 }, (_, i) => mirrored(i + 1)).join("\n");
    const names = [...GATES].filter(([, { kind }]) => kind === "one" || kind === "two").map(([name]) => name);
    expect(names.filter((name) => !new RegExp(`^${name} `, "m").test(used)).length).toBeLessThan(names.length / 8);
  });

  it("has loops, X checks, template noise and detectors of both bases", () => {
    const text = `
      RX 0 1
      R 2 3
      REPEAT 3 {
        CX 2 0 2 1   # a comment
        DEPOLARIZE2({p}) 2 0
        MR({5*p}) 3
        SHIFT_COORDS(0, 1)
        TICK
      }
      Z_ERROR({p/10}) 0
      MX({2*p}) 0 1
      DETECTOR(1, 2) rec[-1]
      OBSERVABLE_INCLUDE(0) rec[-2]
      DETECTOR rec[-3] rec[-4]`;
    const model = modelOf(text);
    expect([...model.basis]).toEqual([-1, 1]);
    expect(() => probabilities(model)).toThrow("give the error rate by --p");
    const values: Readonly<Record<string, string>> = {
      "{p}": "0.01",
      "{5*p}": "0.05",
      "{p/10}": "0.001",
      "{2*p}": "0.02",
    };
    const plain = text.replace(/\{\d?\*?p.*?\}/g, (template) => values[template]);
    const at = modelOf(plain);
    const scaled = probabilities(model, { p: 0.01 });
    expect([...probabilities(atErrorRate(model, 0.01))]).toEqual([...scaled]);
    expect([...scaled]).toHaveLength(at.columns);
    for (const [n, each] of probabilities(at).entries()) expect(scaled[n]).toBeCloseTo(each, 14);
    expect(probabilities(at, { p: 0.02 })[0]).toBeCloseTo(probabilities(model, { p: 0.02 })[0], 14);
    expect(() => probabilities(model, { p: 0.9 })).toThrow("beyond");
    expect(modelOfBasis(at, "z").detectors).toBe(1);
    expectSame(symptomsOf(at), forwardModel(readCircuit(plain, "c.stim")));
  });

  it("has errors and rotations about products, measurements of pairs and constants, as Stim 1.16", () => {
    const model = modelOf(
      `R 0 1 2 3
      E(0.01) X0 Y1 Z2
      SPP X0*Y1 Z2*X3
      Z_ERROR(0.02) 0 3
      CORRELATED_ERROR(0.03) Z1 X2
      SPP_DAG Z2*X3 X0*Y1
      MPAD(0.04) 0 1
      MZZ(0.05) 0 !1 2 3
      M 0 2
      DETECTOR rec[-1]
      DETECTOR rec[-2]
      DETECTOR rec[-3]
      DETECTOR rec[-4]
      DETECTOR rec[-5]
      OBSERVABLE_INCLUDE(33) rec[-6] rec[-1]`,
    );
    const wanted = { "D0 D1 L33": 0.03, D1: 0.0296, D2: 0.068, D3: 0.05, D4: 0.04, L33: 0.04 };
    expectSame(symptomsOf(model), new Map(Object.entries(wanted)));
  });

  // As Stim 1.16 with approximate_disjoint_errors.
  it("has errors that a result announces, and errors that exclude each other, as independent ones", () => {
    const model = modelOf(
      `R 0 1
      HERALDED_ERASE(0.04) 1 0
      HERALDED_PAULI_CHANNEL_1(0.01, 0.02, 0, 0.04) 0
      CORRELATED_ERROR(0.1) X0
      ELSE_CORRELATED_ERROR(0.2) X0 X1
      ELSE_CORRELATED_ERROR(0.5) Z0 X1
      M 0 1
      DETECTOR rec[-2]
      DETECTOR rec[-1]
      DETECTOR rec[-3]
      DETECTOR rec[-4]
      OBSERVABLE_INCLUDE(0) rec[-5]`,
    );
    const wanted = {
      ...{ D0: 0.1, "D0 D1": 0.18, D1: 0.36 },
      ...{ D2: 0.05, "D0 D2": 0.02, D3: 0.02, "D0 D3": 0.02, L0: 0.02, "D1 L0": 0.02 },
    };
    expectSame(symptomsOf(model), new Map(Object.entries(wanted)));
  });

  it("decomposes channels into independent errors exactly", () => {
    const [x, y, z] = independentProbabilities({ kind: "channel1", args: [0.02, 0.01, 0.03] }, 1);
    expect(x * (1 - y) * (1 - z) + (1 - x) * y * z).toBeCloseTo(0.02, 14);
    const [uniform] = independentProbabilities({ kind: "depolarize2", args: [0.3] }, 1);
    const same = independentProbabilities({ kind: "channel2", args: new Array<number>(15).fill(0.02) }, 1);
    for (const each of same) expect(each).toBeCloseTo(uniform, 14);
    expect(() => independentProbabilities({ kind: "channel1", args: [0.1, 0, 0.1] }, 1)).toThrow("exclude each other");
  });

  it("takes flips that are more likely than not from a file, and never makes one by an error rate or a factor", () => {
    const dem = readDem("error(0.7) D0 L0\nerror(0.4) D1", "m.dem");
    expect([...probabilities(dem)]).toEqual([0.7, 0.4]);
    expect([...probabilities(dem, { factor: 0.5 })]).toEqual([0.35, 0.2]);
    const flip = "R 0\nX_ERROR(A) 0\nM 0\nDETECTOR rec[-1]";
    expect([...probabilities(modelOf(flip.replace("A", "0.7")))]).toEqual([0.7]);
    const template = modelOf(flip.replace("A", "{5*p}"));
    expect([...probabilities(template, { p: 0.1 })]).toEqual([0.5]);
    for (const wrong of [
      () => probabilities(dem, { factor: 1.3 }),
      () => probabilities(template, { p: 0.11 }),
      () => atErrorRate(template, 0.11),
    ]) {
      expect(wrong).toThrow(/^a flip of probability 0\.(91|55) is beyond 0.5: give a lower error rate or factor$/);
    }
  });

  it.each([
    [
      "R 0\nH 0\nM 0\nDETECTOR rec[-1]",
      "c.stim:1: detector D0 is not deterministic: without any error it is random by R of qubit 0",
    ],
    [
      "RX 0\nM 0\nOBSERVABLE_INCLUDE(2) rec[-1]",
      "c.stim:1: observable L2 is not deterministic: without any error it is random by RX of qubit 0",
    ],
    [
      "H 0\nMX 0\nMZ 0\nDETECTOR rec[-1]",
      "c.stim:2: detector D0 is not deterministic: without any error it is random by MX of qubit 0",
    ],
    [
      "MX 0 1\nMPP X0*X1\nM 0 1\nDETECTOR rec[-1] rec[-2]\nDETECTOR rec[-1]",
      "c.stim:2: detector D1 is not deterministic: without any error it is random by MPP",
    ],
    ["M 0\nDETECTOR rec[-2]", "c.stim:2: rec[-2]: there are 1 measurements before this instruction"],
    [
      "E(0.1) X0 Y1\nX 0\nELSE_CORRELATED_ERROR(0.1) X0",
      "c.stim:3: ELSE_CORRELATED_ERROR has no CORRELATED_ERROR before it, which would exclude it",
    ],
    ["E(0.1) X0 Y0", 'c.stim:1: "X0*Y0" has qubit 0 twice'],
    ["MZZ 0 1 2", "c.stim:1: MZZ has 3 targets: they come in pairs"],
    ["MPAD 2", "c.stim:1: MPAD 2: a constant is 0 or 1"],
    ["HERALDED_PAULI_CHANNEL_1(0.1) 0", "c.stim:1: HERALDED_PAULI_CHANNEL_1 has 1 arguments, not 4"],
    ["CNOPE 0 1", 'c.stim:1: unknown instruction "CNOPE": the error model would lack its gates, noise or results'],
    ["X_ERROR(1.5) 0", "c.stim:1: X_ERROR(1.5): a probability is from 0 to 1"],
    ["DEPOLARIZE1(0.8) 0", "c.stim:1: DEPOLARIZE1(0.8): it is more than 0.75"],
    ["DEPOLARIZE2(0.95) 0 1", "c.stim:1: DEPOLARIZE2(0.95): it is more than 0.9375"],
    [
      "PAULI_CHANNEL_1(0.5, 0.5, 0.5) 0",
      "c.stim:1: PAULI_CHANNEL_1(0.5, 0.5, 0.5): the probabilities add up to more than 1",
    ],
    ["CX 0 1 2", "c.stim:1: CX has 3 targets: they come in pairs"],
    ["CX 0 0\nM 0", "c.stim:1: CX of qubit 0 with itself"],
    ["REPEAT 5 {\nM 0", "c.stim:1: this loop has no end"],
    ["M 0\n}", "c.stim:2: } without a loop before it"],
    [
      "REPEAT 60000000 {\nREPEAT 60000000 {\nM 0\n}\n}",
      "c.stim:2: the circuit has 60000000 measurements up to here: at most 16777216 are read",
    ],
    ["M 99999999", "c.stim:1: qubit 99999999: at most 1048576 qubits are read"],
    ["OBSERVABLE_INCLUDE(99999) rec[-1]", "c.stim:1: OBSERVABLE_INCLUDE needs the number of the observable, 0 to 1023"],
    ["X_ERROR({p+1}) 0", 'c.stim:1: X_ERROR({p+1}): "{p+1}" is no number'],
    ["M sweep[0]", 'c.stim:1: "sweep[0]" is no qubit: sweep bits are not read'],
    ["", "c.stim:1: is empty, no circuit"],
  ])("refuses %j", (text, message) => {
    expect(() => modelOf(text)).toThrow(message);
  });
});

describe("a detector error model", () => {
  it("has repeated blocks, shifted detectors, decompositions, certain and impossible errors", () => {
    const model = readDem(
      `error(0.1) D0 D1 L0
       detector(1, 2, 3) D1
       error[tag](0) D5
       repeat 2 {
         error(0.2) D0 ^ D0 D2 ^ L1   # D0 twice
         repeat 2 {
           shift_detectors(0, 0, 1) 1
         }
       }
       error(0.75) D1
       error(0.1) D0 D0
       logical_observable L3`,
      "m.dem",
    );
    expect([model.detectors, model.observables]).toEqual([6, 4]);
    expect(Object.fromEntries(symptomsOf(model))).toEqual({ "D0 D1 L0": 0.1, "D2 L1": 0.2, "D4 L1": 0.2, D5: 0.75 });
    expect(readDem(demText(model), "again.dem")).toEqual({
      ...model,
      noises: expect.anything(),
      termNoise: expect.anything(),
    });
  });

  it.each([
    ["error(1.1) D0", "m.dem:1: error(1.1): a probability is from 0 to 1"],
    ["error D0", "m.dem:1: error(): a probability is from 0 to 1"],
    ["error(0.1) X0", 'm.dem:1: "X0" is neither D0 nor L0'],
    ["error(0.1) D99999999", "m.dem:1: D99999999: at most 4194304 detectors are read"],
    ["repeat 9999999999 {\nerror(0.1) D0\n}", "m.dem:1: repeat 9999999999: give 1 to 67108864 turns"],
    ["repeat 16000000 {\nrepeat 16000000 {\nerror(0.1) D0\n}\n}", "m.dem:1: the model has 256000000000000 lines"],
    ["repeat 16000000 {\nrepeat 16000000 {\n}\n}", "m.dem:1: the model has 256000000000000 lines"],
    ["nope D0", 'm.dem:1: unknown instruction "nope": the error model would lack its mechanisms or detectors'],
    ["repeat 2 {", "m.dem:1: this loop has no end"],
  ])("refuses %j", (text, message) => {
    expect(() => readDem(text, "m.dem")).toThrow(message);
  });
});
