import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { ALL, itLong, sweep, widened } from "../../sweep.ts";
import { smallCodes } from "./codes.ts";
import { ARITHMETICS, type Case, coveringCases, OPTION_VALUES, oneOfEach, specOf } from "./cover.ts";
import { decodeOn } from "./decode.ts";
import { expectOracle } from "./expect-oracle.ts";
import { FRAME_KINDS } from "./frames.ts";

// GPU, CPU and oracle agree on whole decodings with all options. The oracle has no storage or mapping, so these change no result.
const engines = bothEngines();
const codes = smallCodes();
const { few, every } = coveringCases(18);
/** One case of each code, rule and number format for `npm test`. */
const least = oneOfEach(few);
const chosen = ALL ? widened({ few, every }) : least;
const cases = every.map((one, turn) => ({ one, words: specOf(one, turn), seed: turn }));
/** Cases of a device, which compiles each for a second: of `npm test` every third, else each code, rule and number format, and others. */
const onDevice = new Set(ALL ? [...least, ...every.filter((_, turn) => turn % 8 === 0)] : sweep(least, 3));
const SEEDS_MOST = 100;
/** Number of frames that were compared with the oracle, by rule and number format. */
const compared: Record<string, number> = {};

describe.each(Object.keys(codes))("%s", (name) => {
  for (const { one, words, seed } of cases.filter(({ one }) => one.code === name && chosen.includes(one))) {
    it(`${words}, ${one.frames} frames, ${one.syndrome} syndrome`, async () => {
      const request = { count: Number(one.frames), withSyndrome: one.syndrome === "with" };
      const on = onDevice.has(one) ? [engines.cpu, engines.gpu] : [engines.cpu];
      let count = 0;
      // Of few frames and an inexact rule none may be compared: then the next seeds are tried.
      for (let next = seed; count === 0 && next < seed + SEEDS_MOST; next++) {
        count = await expectOracle(on, codes[name], words, { ...request, seed: next });
      }
      expect(count).toBeGreaterThan(0);
      const format = `${one.rule} ${one.messages}`;
      compared[format] = (compared[format] ?? 0) + count;
    });
  }
});

// Two circulants in a block make layers of unequal size.
it.each(["streaming", "frames", "resident"])(
  "layers of unequal size change places with mapping=%s",
  async (mapping) => {
    const words = `min-sum messages=int12 schedule=layered order=random(3) iterations=2 stop=none mapping=${mapping}`;
    const request = { count: 2, seed: 1, withSyndrome: false };
    await expectOracle([engines.cpu, engines.gpu], codes["Z = 5, two circulants in a block"], words, request);
  },
);

// A check of the unstructured code has one edge; mapping=chip and the oracle scale the largest difference there.
it.each([
  "normalised-min-sum messages=int12 scale=0.0625",
  "normalised-min-sum messages=int11 scale=0.0625",
  "normalised-min-sum messages=byte scale=0.0625",
])("a check without other edges has a corrected message: %s", async (decoder) => {
  const words = `${decoder} iterations=1 stop=none`;
  await expectOracle([engines.cpu, engines.gpu], codes.unstructured, words, { count: 6, seed: 4, withSyndrome: false });
});

// On a CPU the variable of the missing edge is summed apart from the others, whose sums of bytes have 16 bits.
it("a variable whose check lacks its edge has no message of it, in sums of bytes", async () => {
  const words = "offset-min-sum messages=int8 iterations=4 stop=none";
  const request = { count: 27, seed: 1, withSyndrome: false };
  await expectOracle([engines.cpu, engines.gpu], codes["accumulator, one absent"], words, request);
});

it.each([255, 256, 1100])("bytes of a variable of %i checks are summed without overflow", async (checks) => {
  const rows = Array.from({ length: checks }, (_, i): [number, number][] => [
    [0, 1],
    [i + 1, 1],
  ]);
  const star = { matrix: parityCheckMatrix(galoisField(2), checks + 1, rows) };
  const frames = [20, -20].map((llr) => ({ llr: new Array<number>(checks + 1).fill(llr), syndrome: [] }));
  const decoded = await decodeOn(engines.cpu, star, readDecoder("min-sum messages=int8 iterations=1"), frames, false);
  expect(decoded.map(({ decision }) => decision)).toEqual([0, 1].map((bit) => new Array(checks + 1).fill(bit)));
});

describe("the coverage of the cases", () => {
  it.each(Object.keys(OPTION_VALUES) as (keyof Case)[])("every value of %s", (option) => {
    const seen = new Set(few.map((one) => one[option]));
    expect(OPTION_VALUES[option].filter((value) => !seen.has(value))).toEqual([]);
  });

  it("every kind of frame, several times", () => {
    const kinds = few.flatMap(({ frames }, seed) =>
      Array.from({ length: Number(frames) }, (_, f) => FRAME_KINDS[(seed + f) % FRAME_KINDS.length]),
    );
    for (const kind of FRAME_KINDS) expect(kinds.filter((each) => each === kind).length, kind).toBeGreaterThan(10);
  });

  itLong("frames that can be compared, in every rule and number format", () => {
    const formats = ARITHMETICS.map((words) => words.replace(" messages=", " "));
    expect(
      Object.keys(compared)
        .map((format) => format.replace(" –", ""))
        .sort(),
    ).toEqual(formats.sort());
    for (const [format, count] of Object.entries(compared)) expect(count, format).toBeGreaterThan(1);
  });
});
