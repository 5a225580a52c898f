import { describe, expect, it } from "vitest";
import type { BitGenerator } from "../../../src/code/low-weight/bit-generator.ts";
import { logicalCode } from "../../../src/code/low-weight/logical-code.ts";
import { LightWordSearch } from "../../../src/code/low-weight/search.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { FOUND_MAXIMUM, WALK_STEPS, walkProgram } from "../../../src/engine/low-weight/walk-program.ts";
import { LightWordWalks } from "../../../src/engine/low-weight/walks.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { toricChecks } from "../../code/low-weight/toric.ts";
import { randomMatrix } from "../../decoder/random-matrix.ts";
import { bothEngines } from "../../engines.ts";
import { type WalkMatrix, walkWords } from "../../oracle/walk.ts";
import { runParameters } from "../../run-parameters.ts";

// Walks on a GPU and on the CPU engine list the words of the walk's definition.
const engines = bothEngines();
const WALKS = 3;
const SEED = 5;

/** The matrix of a program's start as whole rows. Columns are those of the generator. */
function wholeRows(generator: BitGenerator): WalkMatrix {
  const { k, words, columns, labels } = generator.walkStart();
  const [pivots, slots] = [[...columns.slice(0, k)], [...columns.slice(k)]];
  const weighed = Math.ceil(slots.length / 32);
  const unsent = 32 * Math.ceil(generator.n / 32);
  const rows = pivots.map((pivot, row) => {
    const whole = new Array<number>(unsent + 32 * labels).fill(0);
    whole[pivot] = 1;
    slots.forEach((column, slot) => {
      whole[column] = (words[(slot >>> 5) * k + row] >>> (slot & 31)) & 1;
    });
    for (let bit = 0; bit < 32 * labels; bit++) {
      whole[unsent + bit] = (words[(weighed + (bit >>> 5)) * k + row] >>> (bit & 31)) & 1;
    }
    return whole;
  });
  return { rows, sent: unsent, pivots, slots };
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
] as const;

describe.each(CODES)("%s", (_, code, limit, labelled) => {
  const search = new LightWordSearch(code, { sums: 1, above: 0, seed: 1, labelled });
  const generator = search.bitGenerator();
  const matrix = wholeRows(generator);
  const mixing = 2 * generator.k;
  const expected = Array.from({ length: WALKS }, (_, walk) =>
    walkWords(matrix, walk, { seed: SEED, steps: mixing + WALK_STEPS, mixing, limit, labelled }),
  );

  it.each(["cpu", "gpu"] as const)("has the same words on the %s", async (name) => {
    const engine = engines[name];
    const program = walkProgram(generator.walkStart(), { heaviest: limit, labelled }, engine.limits);
    const prepared = await engine.prepare(program, WALKS);
    const { outputs } = await prepared.run(
      runParameters({ frames: WALKS, key: [SEED, 0] }),
      [{ buffer: "found", elements: 1 + program.entry * FOUND_MAXIMUM }],
      { limit: Uint32Array.of(limit) },
    );
    prepared.release();
    const [found] = outputs;
    expect(found[0]).toBeGreaterThan(0);
    expect(found[0]).toBeLessThan(FOUND_MAXIMUM);
    const labels = program.entry - 2 - limit;
    const words = expected.map(() => new Set<string>());
    for (let i = 0; i < found[0]; i++) {
      const entry = found.subarray(1 + i * program.entry, 1 + (i + 1) * program.entry);
      const columns = [...entry.subarray(2 + labels, 2 + labels + entry[1])].sort((a, b) => a - b);
      const unsent = Array.from({ length: 32 * labels }, (_, bit) => bit).filter(
        (bit) => (entry[2 + (bit >>> 5)] >>> (bit & 31)) & 1,
      );
      words[entry[0]].add([...columns, ...unsent.map((bit) => matrix.sent + bit)].join());
    }
    expect(words).toEqual(expected);
  });
});

it("lists codewords with their weights, once for a walk, and goes on where it stopped", async () => {
  const code = CODES[0][1];
  const options = { sums: 1, above: 2, seed: 3 };
  const after = async (runs: readonly number[]) => {
    let search = new LightWordSearch(code, options);
    for (const count of runs) {
      search = new LightWordSearch(code, options, search.result());
      const walks = await LightWordWalks.on(engines.cpu, search, options.seed);
      for (let run = 0; run < count; run++) await walks.next();
      walks.release();
    }
    return search.result();
  };
  const whole = await after([2]);
  expect(whole.sets).toBe(17);
  expect(whole.words.every(({ hits }) => hits <= whole.sets)).toBe(true);
  const all = new LightWordSearch(code, options);
  while (all.sets < 60) for (const _ of all.nextSet());
  expect(whole.distance).toBe(all.result().distance);
});

it("is refused for codes over GF(q), without redundancy, and beyond workgroup memory", async () => {
  const search = (matrix: ReturnType<typeof randomMatrix>) =>
    new LightWordSearch({ matrix }, { sums: 1, above: 0, seed: 1 });
  expect(() => search(randomMatrix(galoisField(4), [3, 3], 6, 1)).bitGenerator()).toThrow(
    /search binary codes, not codes over GF\(4\)/,
  );
  const check = [0, 1, 2, 3, 4].map((column) => [column, 1] as const);
  const free = { matrix: parityCheckMatrix(galoisField(2), 5, [check]), punctured: Uint32Array.of(4) };
  const start = new LightWordSearch(free, { sums: 1, above: 0, seed: 1 }).bitGenerator().walkStart();
  const plan = () => walkProgram(start, { heaviest: 3, labelled: false }, engines.cpu.limits);
  expect(plan).toThrow(InputError);
  expect(plan).toThrow(/no redundancy/);
  const large = search(CODES[1][1].matrix).bitGenerator().walkStart();
  expect(() =>
    walkProgram(large, { heaviest: 3, labelled: false }, { ...engines.cpu.limits, workgroupBytes: 1000 }),
  ).toThrow(/bytes of workgroup memory for the generator matrix, the device has 1000/);
});
