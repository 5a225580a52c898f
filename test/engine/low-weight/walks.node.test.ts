import { describe, expect, it } from "vitest";
import { LightWordSearch, logicalCode, type WordGenerator } from "../../../src/code/low-weight.ts";
import { LightWordWalks, type WalkProgram, walkProgram, walkSteps } from "../../../src/engine/low-weight.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import type { DeviceLimits } from "../../../src/gpu/program.ts";
import { walkBytes } from "../../../wgsl/low-weight/index.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { toricChecks } from "../../code/low-weight/toric.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { type WalkMatrix, walkWords, wordText } from "../../oracle/walk.ts";
import { runParameters } from "../../run-parameters.ts";
import { sweep } from "../../sweep.ts";

// Walks on a GPU and on the CPU engine list the words of the walk's definition.
const engines = bothEngines();
const GF4 = galoisField(4);
const WALKS = 2;
const SEED = 5;
/** Most steps of a walk over many rows, each of which the oracle tries in each step. Walks over few rows have all their steps. */
const STEPS_OF_MANY_ROWS = 512;

/** The matrix of a program's start as whole rows. The generator's columns come first, then bits of words without weight. */
function wholeRows(generator: WordGenerator): WalkMatrix {
  const { k, words, columns, labels, field } = generator.walkStart();
  const [pivots, slots] = [[...columns.slice(0, k)], [...columns.slice(k)]];
  const weighed = Math.ceil(slots.length / 32);
  const unsent = 32 * Math.ceil(generator.n / 32);
  const rows = pivots.map((pivot, row) => {
    const whole = new Array<number>(unsent + 32 * labels).fill(0);
    const symbolOf = (bit: number) => symbolAt(words, k, field.p, row, bit);
    whole[pivot] = 1;
    slots.forEach((column, slot) => {
      whole[column] = symbolOf(slot);
    });
    for (let bit = 0; bit < 32 * labels; bit++) whole[unsent + bit] = symbolOf(32 * weighed + bit);
    return whole;
  });
  return { field, rows, sent: unsent, pivots, slots };
}

/** The symbol of a row in planes [word][plane][row]. */
function symbolAt(words: Uint32Array, rows: number, p: number, row: number, bit: number): number {
  let symbol = 0;
  for (let plane = 0; plane < p; plane++) {
    symbol |= ((words[((bit >>> 5) * p + plane) * rows + row] >>> (bit & 31)) & 1) << plane;
  }
  return symbol;
}

const CODES = [
  ["40 columns", { matrix: randomMatrix(galoisField(2), new Array(20).fill(6), 40, 1) }, 5, false],
  [
    "more rows than a workgroup, two words of slots",
    { matrix: randomMatrix(galoisField(2), new Array(50).fill(7), 190, 2) },
    3,
    false,
  ],
  [
    "punctured",
    { matrix: randomMatrix(galoisField(2), new Array(12).fill(6), 30, 3), punctured: Uint32Array.of(2, 9) },
    3,
    false,
  ],
  ["logical operators", logicalCode(toricChecks(4).x, toricChecks(4).z), 5, true],
  [
    "GF(4), punctured",
    { matrix: randomMatrix(GF4, new Array(12).fill(5), 26, 3), punctured: Uint32Array.of(2, 9) },
    3,
    false,
  ],
  ["GF(256)", { matrix: randomMatrix(galoisField(256), new Array(8).fill(5), 16, 4) }, 6, false],
] as const;

/** Codes whose rows are also in device memory. */
const STORED = new Set<string>(CODES.filter((_, i) => i % 2 === 1).map(([name]) => name));

it("walks shorter where sums of rows are many, so that a search ends in time", () => {
  expect([1, 2, 3].map((sums) => walkSteps(64, sums))).toEqual([4096, 4096, 4096]);
  expect([1, 2, 3].map((sums) => walkSteps(1152, sums))).toEqual([4096, 4096, 256]);
  expect(walkSteps(32_400, 3)).toBe(64);
});

describe.each(sweep(CODES, 6))("%s", (codeName, code, limit, labelled) => {
  const search = new LightWordSearch(code, { sums: 1, above: 0, seed: 1, labelled });
  const generator = search.generator.copy();
  const matrix = wholeRows(generator);
  const mixing = 2 * generator.k;
  const stepsOf = (sums: number) =>
    mixing + Math.min(walkSteps(generator.k, sums), generator.k > 64 ? STEPS_OF_MANY_ROWS : Number.POSITIVE_INFINITY);
  const planned = (sums: number, limits: DeviceLimits): WalkProgram => {
    const program = walkProgram(generator.walkStart(), { labelled, sums }, limits);
    const [walk] = program.start;
    return { ...program, start: [{ ...walk, constants: { ...walk.constants, STEPS: stepsOf(sums) } }] };
  };
  const expectedOf = (sums: number) => {
    const { SUM_STEPS: sumSteps, WINDOW: window } = planned(sums, engines.cpu.limits).start[0].constants;
    const shape = {
      seed: SEED,
      steps: stepsOf(sums),
      mixing,
      limit,
      labelled,
      sums,
      sumSteps,
      window,
    };
    return Array.from({ length: WALKS }, (_, walk) => walkWords(matrix, walk, shape));
  };
  const numbers = matrix.field.q > 2 ? [1] : generator.k > 64 ? [2] : codeName === CODES[0][0] ? [1, 3] : [3];

  it.each(numbers)("has the same words on both engines with sums of up to %i rows", async (sums) => {
    const expected = expectedOf(sums);
    for (const name of ["cpu", "gpu"] as const)
      for (const SHARED of STORED.has(codeName) ? (name === "cpu" ? [1, 0] : [0]) : [1]) {
        const engine = engines[name];
        const shared = planned(sums, engine.limits);
        const workgroupBytes = walkBytes(shared.start[0].constants) - 4;
        const program = SHARED === 1 ? shared : planned(sums, { ...engine.limits, workgroupBytes });
        expect(program.start[0].constants.SHARED).toBe(SHARED);
        const prepared = await engine.prepare(program, WALKS);
        const { outputs } = await prepared.run(
          runParameters({ frames: WALKS, key: [SEED, 0] }),
          [{ buffer: "found", elements: 1 + program.entry * program.capacity }],
          { limit: Uint32Array.of(limit) },
        );
        prepared.release();
        const found = outputs[0] as Uint32Array;
        expect(found[0]).toBeGreaterThan(0);
        expect(found[0]).toBeLessThan(program.capacity);
        const words = expected.map(() => new Set<string>());
        for (let i = 0; i < found[0]; i++) {
          const [walk, weight, ...planes] = found.subarray(1 + i * program.entry, 1 + (i + 1) * program.entry);
          const { field, sent, rows } = matrix;
          const symbols = rows[0].map((_, c) => symbolAt(Uint32Array.from(planes), 1, field.p, 0, c));
          expect(symbols.slice(0, sent).filter((symbol) => symbol !== 0)).toHaveLength(weight);
          words[walk].add(wordText(field, symbols));
        }
        expect(words).toEqual(expected);
      }
  });
});

it("lists the same words however many walks a run has, and if it stops between", async () => {
  const code = CODES[0][1];
  const options = { sums: 1, above: 2, seed: 3 };
  const after = async (stops: readonly number[], most: number) => {
    let search = new LightWordSearch(code, options);
    for (const sets of stops) {
      search = new LightWordSearch(code, options, search.result());
      const walks = await LightWordWalks.on(engines.cpu, search, options.seed);
      while (search.sets < sets) await walks.next(Math.min(most, sets - search.sets));
      walks.release();
    }
    return search.result();
  };
  const whole = await after([15], 15);
  expect(whole.sets).toBe(15);
  expect(await after([15], 1)).toEqual(whole);
  expect(await after([4, 15], 15)).toEqual(whole);
  // The words of a walk count once.
  expect(whole.words.every(({ hits }) => hits <= whole.sets)).toBe(true);
  const all = new LightWordSearch(code, options);
  while (all.sets < 60) for (const _ of all.nextSet());
  expect(whole.distance).toBe(all.result().distance);
});

it("is refused without redundancy, and beyond workgroup memory", async () => {
  const free = { matrix: binaryMatrix(5, [[0, 1, 2, 3, 4]]), punctured: Uint32Array.of(4) };
  const startOf = (code: ConstructorParameters<typeof LightWordSearch>[0]) =>
    new LightWordSearch(code, { sums: 1, above: 0, seed: 1 }).generator.copy().walkStart();
  const singleRows = { labelled: false, sums: 1 };
  const plan = () => walkProgram(startOf(free), singleRows, engines.cpu.limits);
  expect(plan).toThrow(InputError);
  expect(plan).toThrow(/no redundancy/);
  expect(() => walkProgram(startOf(CODES[1][1]), singleRows, { ...engines.cpu.limits, workgroupBytes: 1000 })).toThrow(
    /over 190 columns takes \d+ bytes of workgroup memory, the device has 1000/,
  );
});
