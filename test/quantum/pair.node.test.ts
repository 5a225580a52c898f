import { describe, expect, it } from "vitest";
import { channelFamily } from "../../src/channel/channels.ts";
import { DEFAULT_GENERATOR } from "../../src/channel/random.ts";
import { randomSource } from "../../src/code/construct/random.ts";
import { codewordsOfWeightTwo } from "../../src/code/css/graph-system.ts";
import { dualBasis, namedPair, pairCode } from "../../src/code/css/pair.ts";
import { permutationPair } from "../../src/code/css/permutation-pair.ts";
import { bivariateBicycle, readPolynomial } from "../../src/code/css/products.ts";
import { Echelon, rank } from "../../src/code/elimination/elimination.ts";
import { syndrome } from "../../src/code/encoder.ts";
import { shortestCycles } from "../../src/code/girth.ts";
import { logicalOperators } from "../../src/code/low-weight.ts";
import {
  denseRow,
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
} from "../../src/code/parity-check-matrix.ts";
import { tannerGraph } from "../../src/code/tanner-graph.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { dispatchedChecks } from "../../src/decoder/nonbinary/dispatches.ts";
import type { ModelCode } from "../../src/decoder/shots/model.ts";
import { type GaloisField, galoisField, inverse, multiply } from "../../src/galois/field.ts";
import type { DecodingGraph } from "../../src/quantum/rewire.ts";
import { ChunkRows } from "../../src/simulation/chunks/chunk-block.ts";
import { monteCarloRunner } from "../../src/simulation/monte-carlo-runner.ts";
import { monteCarloProgram } from "../../src/simulation/program/monte-carlo.ts";
import { countShots, shotDrawer } from "../../src/simulation/shot-runner.ts";
import { SEMANTICS_VERSION, type Task } from "../../src/simulation/task.ts";
import { bothEngines } from "../engines.ts";
import { jointOracle } from "../oracle/joint.ts";
import { sweep } from "../sweep.ts";

const engines = bothEngines();

/** The [[72,12,6]] code with labels h_ij = r_i·c_j on one side and s_i/c_j on the other, which keep checks orthogonal over any field. */
function labelled(q: number): { readonly x: ParityCheckMatrix; readonly z: ParityCheckMatrix } {
  const field = galoisField(q);
  const polynomials = [readPolynomial("x3+y+y2", "a"), readPolynomial("y3+x+x2", "b")] as const;
  const { x, z } = bivariateBicycle("bb72", [6, 6], ...polynomials);
  const label = (matrix: ParityCheckMatrix, ofColumn: (j: number) => number) =>
    parityCheckMatrix(
      field,
      matrix.columns,
      Array.from({ length: matrix.rows }, (_, row) =>
        rowEntries(matrix, row).map(([j]): Entry => [j, multiply(field, element(field, row, 3), ofColumn(j))]),
      ),
    );
  const c = (j: number) => element(field, j, 5);
  return { x: label(x, c), z: label(z, (j) => inverse(field, c(j))) };
}

const element = ({ q }: GaloisField, i: number, by: number) => 1 + ((i * by + (i >> 2)) % (q - 1));

const codeOf = (q: number): ModelCode => ({
  name: `bb72-gf${q}`,
  description: "",
  source: "",
  ...pairCode(labelled(q), `bb72-gf${q}`),
});

const taskOf = (p: number, pauli?: string): Task => ({
  code: { name: "pair", hash: "" },
  decoder: "",
  channel: { name: "depolarizing", parameter: "p", value: p, ...(pauli && { options: { pauli } }) },
  seed: 1,
  chunkFrames: 64,
  codeword: "syndrome",
  semantics: SEMANTICS_VERSION,
  random: DEFAULT_GENERATOR,
});

/** The observables that errors of symbols flip, each by an odd number. @param first number of the first symbol among the variables. */
function flippedBy(
  { observableStart, observable }: Pick<DecodingGraph, "observableStart" | "observable">,
  m: number,
  symbols: Iterable<readonly [j: number, symbol: number]>,
  first = 0,
): Set<number> {
  const flipped = new Set<number>();
  for (const [j, symbol] of symbols) {
    for (let l = 0; l < m; l++) {
      if (((symbol >> l) & 1) === 0) continue;
      const at = (first + j) * m + l;
      for (const k of observable.subarray(observableStart[at], observableStart[at + 1])) {
        if (!flipped.delete(k)) flipped.add(k);
      }
    }
  }
  return flipped;
}

const bit = (packed: ArrayLike<number>, k: number) => (packed[k >> 3] >> (k & 7)) & 1;

it.each([2, 4, 8])("logical operators over GF(%i) are words of one side, independent of the other's checks", (q) => {
  const { x, z } = labelled(q);
  for (const [words, stabilizers] of [
    [z, x],
    [x, z],
  ]) {
    const operators = logicalOperators(words, stabilizers);
    expect(operators).toHaveLength(x.columns - rank(x) - rank(z));
    const echelon = new Echelon(words.field);
    for (let row = 0; row < stabilizers.rows; row++) echelon.add(denseRow(stabilizers, row));
    for (const operator of operators) {
      expect(syndrome(words, operator).every((sum) => sum === 0)).toBe(true);
      expect(echelon.add(operator)).toBe(true);
    }
  }
});

describe("a pair of codes", () => {
  it.each([2, 4, 8, 16, 256])("over GF(%i) has the dual basis of its powers", (q) => {
    const field = galoisField(q);
    const trace = (a: number) => {
      const powers = [a];
      for (let i = 1; i < field.p; i++) powers.push(multiply(field, powers[i - 1], powers[i - 1]));
      return powers.reduce((sum, each) => sum ^ each, 0);
    };
    for (const [l, dual] of dualBasis(field).entries()) {
      for (let i = 0; i < field.p; i++) expect(trace(multiply(field, dual, 1 << i))).toBe(Number(i === l));
    }
  });

  it.each([2, 4, 8])(
    "over GF(%i) has observables that no stabilizer flips, and every single error has a symptom",
    (q) => {
      const { x, z } = labelled(q);
      const { model, rewired, matrix } = pairCode({ x, z }, "bb72");
      const { p: m } = x.field;
      const n = x.columns;
      expect([matrix.rows, matrix.columns, model.detectors]).toEqual([72, 144, 72 * m]);
      expect(model.observables).toBe(m * 12 > 64 ? 128 : 24 * m + 32);
      expect(model.columns).toBe(3 * n * m);
      // A stabilizer of X is a row of H_X times an element, as X errors, and the same of Z.
      for (const [checks, first] of [
        [x, 0],
        [z, n],
      ] as const) {
        for (let row = 0; row < checks.rows; row++) {
          for (let scale = 1; scale < q; scale++) {
            const errors = rowEntries(checks, row).map(([j, h]) => [j, multiply(x.field, h, scale)] as const);
            expect(flippedBy(rewired, m, errors, first).size).toBe(0);
          }
        }
      }
    },
  );

  const decoders = [
    ["qspa", 2, 0.05, "joint", [1, 1, 1]],
    ["qspa-grid", 8, 0.03, "joint", [1, 1, 1]],
    ["qspa", 4, 0.05, "joint", [1, 2, 5]],
    ["qspa", 4, 0.03, "plain", [1, 1, 1]],
    ["min-max messages=f32", 4, 0.03, "joint", [1, 1, 1]],
    ["qspa schedule=layered", 4, 0.05, "joint", [1, 2, 5]],
    ["qspa messages=bf16 schedule=layered", 2, 0.05, "joint", [1, 1, 1]],
    ["qspa-grid schedule=layered", 4, 0.05, "joint", [1, 1, 1]],
    ["min-max messages=f32 schedule=layered", 4, 0.04, "joint", [1, 1, 1]],
    ["qspa schedule=layered", 32, 0.025, "joint", [1, 2, 3]],
    ["qspa messages=bf16", 32, 0.025, "joint", [1, 1, 1]],
  ] as const;
  it.each(sweep(decoders, 4))(
    "decodes with %s over GF(%i) at p = %f as float64 belief propagation does: %s, X:Y:Z %j",
    async (...words) => {
      const [rule, q, p, variable, shares] = words;
      const total = shares[0] + shares[1] + shares[2];
      const [px, py, pz] = shares.map((share) => (share * p) / total);
      const code = codeOf(q);
      const { matrix, model, rewired } = code;
      const { p: m } = matrix.field;
      const { qubitsOf } = rewired!.pair!;
      const ofQubits = (x: number, z: number) => {
        let product = 1;
        for (let l = 0; l < m; l++) {
          const [a, b] = [(x >> l) & 1, (z >> l) & 1];
          const [flipX, flipZ] = [px + py, pz + py];
          const alone = (a === 1 ? flipX : 1 - flipX) * (b === 1 ? flipZ : 1 - flipZ);
          product *= variable === "plain" ? alone : [1 - p, px, pz, py][a + 2 * b];
        }
        return product;
      };
      const order = dispatchedChecks(code, tannerGraph(matrix), true).flatMap(({ checks }) => [...checks]);
      const oracle = {
        ...(rule.startsWith("qspa") ? { most: 16 } : { most: 200, minMax: true }),
        ...(rule.includes("layered") && { order }),
      };
      // Over larger fields the oracle takes long, and a GPU that is not software spreads vectors over invocations.
      const SHOTS = q === 32 ? 3 : 24;
      const hardware = { ...engines.gpu, limits: { ...engines.gpu.limits, software: false } };
      const wanted = [];
      for (const engine of [engines.cpu, q === 32 ? hardware : engines.gpu]) {
        const spec = readDecoder(`${rule} iterations=8 variable=${variable}`);
        const pauli = shares[2] === 1 ? undefined : shares.join();
        const drawer = await shotDrawer(engine, code, spec, taskOf(p, pauli));
        const shots = await drawer.run(7, SHOTS);
        drawer.release();
        if (wanted.length === 0) {
          for (const { detectors } of shots) {
            const syndrome = Array.from({ length: matrix.rows }, (_, c) => {
              let sum = 0;
              for (let i = 0; i < m; i++) sum |= bit(detectors, c * m + i) << i;
              return sum;
            });
            wanted.push(jointOracle(matrix, qubitsOf, ofQubits, syndrome, { iterations: 8, ...oracle }));
          }
        }
        let compared = 0;
        for (const [i, shot] of shots.entries()) {
          const { decision, explained, iterations } = wanted[i];
          expect(shot.explained).toBe(explained);
          if (!explained) continue;
          compared++;
          expect(shot.iterations).toBe(iterations);
          // Observables of the oracle's qubits: those of a Z symbol's number are sums.
          const symbols = [...decision].map(
            (errors, v) => [v, v < matrix.columns / 2 ? errors : rewired!.pair!.elements[errors]] as const,
          );
          const flipped = flippedBy(rewired!, m, symbols);
          const corrected = Array.from({ length: model.observables }, (_, k) => k).filter((k) =>
            bit(shot.correction, k),
          );
          expect(corrected).toEqual([...flipped].sort((a, b) => a - b));
        }
        expect(compared).toBeGreaterThan(SHOTS / 2);
        expect(model.observables).toBeGreaterThan(0);
      }
    },
  );

  // Vectors that lie one behind another, permuted in workgroup memory; the last word of frames has one alone, and frames end at different times.
  it.each(["bf16", "f32"])(
    "decodes over GF(256) in lanes of a CPU and on a GPU as over other fields: %s",
    async (messages) => {
      const { x, z } = permutationPair({
        ...{
          family: "circulant-pair",
          q: 256,
          polynomial: 0x11d,
          columns: 6,
          size: 7,
          girth: 4,
          seed: 1,
          attempts: 100,
        },
      } as const);
      const code = { description: "", source: "", ...namedPair("pair42", { x, z }, "pair42") };
      const { limits } = engines.cpu;
      // Checks do not fit the workgroup's memory, so that an invocation has a whole vector.
      const plain = { ...engines.cpu, limits: { ...limits, workgroupBytes: 4096 } };
      const hardware = { ...engines.cpu, limits: { ...limits, software: false, simd: false } };
      const ofEngines = [];
      for (const engine of [plain, engines.cpu, ...(messages === "bf16" ? [hardware] : [])]) {
        const spec = readDecoder(`qspa messages=${messages} iterations=100 variable=joint`);
        const drawer = await shotDrawer(engine, code, spec, taskOf(0.04));
        const shots = await drawer.run(0, 9);
        drawer.release();
        ofEngines.push(shots.map(({ explained, iterations, correction }) => ({ explained, iterations, correction })));
      }
      for (const other of ofEngines.slice(1)) expect(other).toEqual(ofEngines[0]);
      expect(new Set(ofEngines[0].map(({ iterations }) => iterations)).size).toBeGreaterThan(1);
      expect(ofEngines[0].filter(({ explained }) => explained).length).toBeGreaterThan(4);
    },
  );

  // From 100 iterations on engines read how many frames are active, and leave out iterations without any.
  it("decodes layered with iterations that end with the last frame as with iterations that do not", async () => {
    const code = codeOf(4);
    const ofRuns = [];
    for (const engine of [engines.cpu, engines.gpu]) {
      for (const iterations of [99, 100]) {
        const spec = readDecoder(`qspa-grid schedule=layered iterations=${iterations} variable=joint`);
        const drawer = await shotDrawer(engine, code, spec, taskOf(0.02));
        const shots = await drawer.run(0, 20);
        drawer.release();
        ofRuns.push(shots.map(({ explained, iterations, correction }) => ({ explained, iterations, correction })));
      }
    }
    expect(new Set(ofRuns[0].map(({ iterations }) => iterations)).size).toBeGreaterThan(1);
    expect(ofRuns[0].every(({ explained }) => explained)).toBe(true);
    for (const run of ofRuns.slice(1)) expect(run).toEqual(ofRuns[0]);
  });

  it("counts frames with wrong X errors, wrong Z errors and both, as the shots have them", async () => {
    const code = codeOf(4);
    const spec = readDecoder("qspa-grid iterations=4 variable=joint");
    const task = taskOf(0.08, "4,1,1");
    const ofEngines = [];
    for (const engine of [engines.cpu, engines.gpu]) {
      const program = monteCarloProgram(code, spec, "syndrome", engine.limits, channelFamily("p"));
      const runner = monteCarloRunner(engine, program, task, code);
      const { counts } = await runner.run(0, 1);
      await runner.close();
      const drawer = await shotDrawer(engine, code, spec, task);
      const shots = await drawer.run(0, task.chunkFrames);
      drawer.release();
      const rows = new ChunkRows(1);
      countShots(rows, 0, task.chunkFrames, shots);
      expect(counts.at(0)).toEqual(rows.at(0));
      ofEngines.push(counts.at(0));
      const wrong = (first: boolean) =>
        shots.filter(({ observables, correction }) => {
          const half = code.model.observables / 2;
          const places = Array.from({ length: half }, (_, k) => (first ? k : half + k));
          return places.some((k) => bit(observables, k) !== bit(correction, k));
        }).length;
      const { frameErrors, informationFrameErrors, symbolErrors } = counts.at(0);
      expect([informationFrameErrors, symbolErrors - informationFrameErrors]).toEqual([wrong(true), wrong(false)]);
      // Errors X occur four times as often as errors Z.
      expect(informationFrameErrors).toBeGreaterThan(symbolErrors - informationFrameErrors);
      expect(symbolErrors).toBeGreaterThan(frameErrors);
    }
    // On the grid devices have the same bits.
    expect(ofEngines[1]).toEqual(ofEngines[0]);
  });

  it("of more qubits than elimination takes has the verdict of drawn words, which the logical operators' agrees with", () => {
    const { x, z } = permutationPair({
      ...{ family: "circulant-pair", q: 16, polynomial: 0x13, columns: 6, size: 700, girth: 8, seed: 1, attempts: 100 },
    } as const);
    const { rewired, model, matrix } = pairCode({ x, z }, "long");
    expect(rewired.pair).toMatchObject({ verdict: "drawn", logical: 4 * (x.columns - rank(x) - rank(z)) });
    expect([matrix.columns, model.observables]).toEqual([2 * x.columns, 32]);
    for (const [checks, other, first] of [
      [x, z, 0],
      [z, x, x.columns],
    ] as const) {
      const entries = rowEntries(checks, 5).map(([j, h]) => [j, multiply(x.field, h, 7)] as const);
      expect(flippedBy(rewired, 4, entries, first).size).toBe(0);
      // A word of the other side's code that is no sum of stabilizers, as almost all are.
      const word = codewordsOfWeightTwo(other)!.draw(randomSource(9).below);
      expect(flippedBy(rewired, 4, word.entries(), first).size).toBeGreaterThan(0);
    }
    const short = parityCheckMatrix(
      x.field,
      x.columns,
      [...Array(3).keys()].map((row) => rowEntries(x, row)),
    );
    expect(namedPair("long", { x: short, z }, "long")).toMatchObject({
      name: "long-residual",
      rewired: { pair: { verdict: "residual" } },
    });
  });

  it.each([
    ["min-max variable=joint messages=int12", "use messages=f32"],
    ["qspa variable=joint reprocess=relay legs=2", "reprocess=relay is for variable=memory"],
    ["qspa reprocess=osd", "need osd-from=posterior"],
    ["relay", "is a pair of codes"],
  ])("refuses %s", async (decoder, message) => {
    await expect(shotDrawer(engines.cpu, codeOf(4), readDecoder(decoder), taskOf(0.03))).rejects.toThrow(message);
  });

  it.each([
    ["circulant-pair", 2, 4, 30, 8],
    ["circulant-pair", 4, 6, 61, 12],
    ["circulant-pair", 32, 8, 64, 8],
    ["affine-pair", 16, 6, 48, 12],
    ["affine-pair", 256, 6, 32, 8],
  ] as const)("is constructed of permutations: %s over GF(%i), row weight %i, size %i, girth %i", (...words) => {
    const [family, q, columns, size, girth] = words;
    const { polynomial } = galoisField(q);
    const { x, z } = permutationPair({ family, q, polynomial, columns, size, girth, seed: 1, attempts: 2000 });
    for (const [own, other] of [
      [x, z],
      [z, x],
    ]) {
      expect([own.rows, own.columns]).toEqual([2 * size, columns * size]);
      expect(shortestCycles(tannerGraph(own)).girth).toBeGreaterThanOrEqual(girth);
      const words = codewordsOfWeightTwo(own)!;
      expect(words.rank).toBe(rank(own));
      const { below } = randomSource(1);
      const word = words.draw(below);
      expect(new Set(word).size).toBeGreaterThan(q / 4);
      expect(syndrome(own, word).some((symbol) => symbol !== 0)).toBe(false);
      // Rows of the other side are words, too.
      for (let row = 0; row < other.rows; row++) {
        const dense = new Uint8Array(columns * size);
        for (const [j, h] of rowEntries(other, row)) dense[j] = h;
        expect(syndrome(own, dense).some((symbol) => symbol !== 0)).toBe(false);
      }
    }
  });

  it("is refused where checks do not commute, by their numbers", () => {
    const { x, z } = labelled(4);
    const rows = Array.from({ length: z.rows }, (_, row) => rowEntries(z, row));
    rows[5] = rows[5].map(([j, h], i): Entry => [j, i === 0 ? h ^ 1 || 2 : h]);
    const wrong = parityCheckMatrix(z.field, z.columns, rows);
    expect(() => pairCode({ x, z: wrong }, "p")).toThrow(/check \d+ of H_X and check 5 of H_Z do not commute/);
    expect(() => pairCode({ x, z: labelled(2).z }, "p")).toThrow("H_X has 72 columns over GF(4)");
  });
});
