import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { galoisField } from "../../src/galois/field.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { simulate } from "../../src/simulation/simulate.ts";
import { fisherTest, holmCorrection } from "../../src/simulation/statistics.ts";
import { bothEngines } from "../engines.ts";
import { decodeHard } from "../oracle/hard-decisions.ts";
import { oracleFor, rulesPassing } from "../oracle/rules.ts";
import { runParameters } from "../run-parameters.ts";
import { randomNumbers } from "../simulation/random.ts";
import { ALL, itIf, sweep, widened } from "../sweep.ts";
import { decodeOn } from "./binary/decode.ts";
import { inputsOf, randomFrames } from "./binary/frames.ts";
import { randomMatrix } from "./random-matrix.ts";

// Every decoder by hard decisions has the bits of its definition on both engines: more frames than a word, degrees 1 to 12, given syndromes or
// not, with and without early termination, with all values of its options; with `npm test` a value has one of the cases.
const engines = bothEngines();
const FRAMES = 35;
const GF2 = galoisField(2);
const MATRICES = {
  regular: randomMatrix(GF2, Array<number>(12).fill(6), 24, 1),
  irregular: randomMatrix(GF2, [1, 2, 4, 7, 12, 12, 12, 12, 12, 12, 12, 12], 16, 2),
};

const words = rulesPassing("decisions").flatMap((rule) => [
  rule,
  ...Object.entries(oracleFor(rule, "decisions").values ?? {}).flatMap(([name, values]) =>
    values.map(
      (value) => `${rule} ${name}=${value}${rule === "black-gray-flip" && name !== "least" ? " least=1" : ""}`,
    ),
  ),
]);

/** A matrix, whether syndromes are given, and early termination. The last one runs on the GPU too. */
const CASES = [
  ["regular", false, "syndrome"],
  ["irregular", true, "none"],
  ["irregular", true, "syndrome"],
] as const;

describe("decoders by hard decisions have the oracle's bits", () => {
  it.each(words.map((decoder, i) => [decoder, i] as const))("%s", async (decoder, i) => {
    const isFirst = !decoder.includes("=");
    for (const [name, given, stop] of isFirst || ALL ? CASES : [CASES[i % CASES.length]]) {
      const matrix = MATRICES[name];
      const spec = readDecoder(`${decoder} iterations=6 stop=${stop}`);
      const frames = randomFrames(matrix, FRAMES, 5, given);
      const expected = frames.map(({ llr, syndrome }, frame) =>
        decodeHard(oracleFor(spec.rule, "decisions").decoding, matrix, llr, {
          ...{ options: spec.options, iterations: 6, stop: stop === "syndrome", frame, key: [1, 2] },
          ...(given && { syndrome }),
        }),
      );
      const counted = (list: readonly boolean[]) => (stop === "none" ? list.slice(-1) : list);
      if (isFirst && name === "regular" && !given && spec.rule !== "black-gray-flip") {
        const ends = expected.filter(({ unsatisfied }) => unsatisfied[0] && unsatisfied.includes(false));
        expect(ends.length, "frames that need more than an iteration").toBeGreaterThan(0);
      }
      const isOnGpu = isFirst && given && stop === "syndrome";
      for (const engine of isOnGpu ? [engines.cpu, engines.gpu] : [engines.cpu]) {
        const decoded = await decodeOn(engine, { matrix }, spec, frames, given);
        expected.forEach(({ decision, unsatisfied }, f) => {
          const what = `${engine.info.engine}, ${name}, stop ${stop}, frame ${f}`;
          expect(decoded[f].decision, what).toEqual(decision);
          expect(counted(decoded[f].unsatisfied), what).toEqual(counted(unsatisfied));
        });
      }
    }
  });
});

it("a frame's random flips are its own, whichever frames share its word and whatever the run", async () => {
  const matrix = MATRICES.regular;
  const spec = readDecoder("gdbf probability=0.5 iterations=4 stop=none");
  const frames = randomFrames(matrix, FRAMES, 8, true);
  const decisions = async (firstFrame: number, key: readonly [number, number]) => {
    const program = decoderProgram({ matrix }, spec, engines.cpu.limits, { syndrome: true });
    const own = frames.slice(firstFrame % 2 ** 32);
    const prepared = await engines.cpu.prepare(program, own.length);
    const outputs = [{ buffer: "decision", elements: own.length * matrix.columns }];
    const run = runParameters({ frames: own.length, firstFrame, key });
    const { outputs: read } = await prepared.run(run, outputs, inputsOf(own, true));
    prepared.release();
    return Array.from(read[0]);
  };
  const all = await decisions(0, [1, 2]);
  expect(await decisions(5, [1, 2])).toEqual(all.slice(5 * matrix.columns));
  expect(await decisions(0, [1, 3])).not.toEqual(all);
  expect(await decisions(2 ** 32, [1, 2])).not.toEqual(all);
});

it("random flips leave the trapping sets of gradient descent on tanner-155-64", async () => {
  const { matrix } = loadCode("tanner-155-64");
  const random = randomNumbers(3);
  const frames = Array.from({ length: 512 }, () => ({
    llr: Array.from({ length: matrix.columns }, () => (random() < 0.04 ? -3 : 3)),
    syndrome: [],
  }));
  const failed = async (words: string) => {
    const decoded = await decodeOn(engines.cpu, { matrix }, readDecoder(`gdbf iterations=200 ${words}`), frames, false);
    return decoded.filter(({ decision }) => decision.includes(1)).length;
  };
  const [always, sometimes] = [await failed("probability=1"), await failed("probability=0.9")];
  expect(sometimes).toBeLessThan(always / 2);
  expect(sometimes).toBeGreaterThan(0);
});

/** Each key is a program of its own; 32 frames share a word, so they take the time of one. */
const [KEYS, FRAMES_OF_KEY] = [8, 32];

/** Whether two supports meet in more than two places for a shift; for a support and itself, but shift 0. */
function isWeak(a: readonly number[], b: readonly number[], r: number): boolean {
  const shifts = a.flatMap((i) => b.map((j) => (i - j + r) % r)).filter((shift) => a !== b || shift !== 0);
  return shifts.some((shift) => shifts.filter((other) => other === shift).length > 2);
}

/** Failures of black-gray flips with keys and errors of BIKE's at 20 bits: circulants of weight 15, 18 errors, keys that are not weak. */
async function bikeFailures(r: number, seed: number): Promise<number> {
  const random = randomNumbers(seed);
  const draw = (count: number, below: number) => {
    const drawn = new Set<number>();
    while (drawn.size < count) drawn.add(Math.floor(random() * below));
    return [...drawn];
  };
  const spec = readDecoder("black-gray-flip iterations=7 errors=18 least=1 above=0");
  let failures = 0;
  for (let key = 0; key < KEYS; key++) {
    let blocks: number[][];
    do blocks = [draw(15, r), draw(15, r)];
    while (isWeak(blocks[0], blocks[0], r) || isWeak(blocks[1], blocks[1], r) || isWeak(blocks[0], blocks[1], r));
    const rows = Array.from({ length: r }, (_, m) =>
      blocks.flatMap((block, b) => block.map((i): [number, number] => [b * r + ((m - i + r) % r), 1])),
    );
    const frames = Array.from({ length: FRAMES_OF_KEY }, () => {
      const wrong = new Set(draw(18, 2 * r));
      return { llr: Array.from({ length: 2 * r }, (_, n) => (wrong.has(n) ? -1 : 1)), syndrome: [] };
    });
    const decoded = await decodeOn(engines.cpu, { matrix: parityCheckMatrix(GF2, 2 * r, rows) }, spec, frames, false);
    failures += decoded.filter(({ decision }) => decision.includes(1)).length;
  }
  return failures;
}

// Failures of https://github.com/HastD/BIKE-error-floor, DFR, to "A study of error floor behavior in QC-MDPC codes" (PQCrypto 2022): a new key for
// each word. Its files name keys and errors of all failures: these bounds without a least one give each of the 850 wrong words of r = 467 (a
// quotient of right and wrong bits that is rounded down, 661 of them), and none of those keys has a shift with more than two coincidences.
// Bounds of black-gray flips are for other column weights, and peeling is for erasures.
const CORRECTING = rulesPassing("decisions").filter((rule) => rule !== "black-gray-flip" && rule !== "peeling");
it.each(sweep(CORRECTING, 3))("%s corrects most frames with its default options", async (rule) => {
  // A frame has 4.65 wrong bits of 155 on average.
  const decoder = readDecoder(`${rule} iterations=50`);
  const options = { engine: cpuEngine(), maxErrors: 1e9, maxFrames: 256 };
  const [{ frames, frame_errors: failures }] = await simulate(
    loadCode("tanner-155-64"),
    decoder,
    { qber: [0.03] },
    options,
  ).result();
  expect(failures).toBeLessThan(frames / 8);
});

itIf(ALL, "black-gray flips fail as often as BIKE's at 20 bits of security", async () => {
  const cases = [
    { r: 443, published: { frames: 10_000, errors: 3289 } },
    { r: 461, published: { frames: 10_000, errors: 1172 } },
    { r: 467, published: { frames: 10_000, errors: 850 } },
  ];
  const p: number[] = [];
  for (const { r, published } of widened({ few: cases.slice(0, 1), every: cases })) {
    p.push(fisherTest({ frames: KEYS * FRAMES_OF_KEY, errors: await bikeFailures(r, r) }, published));
  }
  expect(Math.min(...holmCorrection(p))).toBeGreaterThan(0.05);
});
