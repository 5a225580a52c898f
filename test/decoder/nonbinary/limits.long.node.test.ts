import { describe, expect, it } from "vitest";
import type { ParityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { runFrames } from "./run-frames.ts";
import { type Format, formatOn, storedValues } from "./stored.ts";

// Min-Max with frame interleaving at the limits of its number formats.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];

describe("levels", () => {
  /** A graph of two variables that share `weight` checks. */
  const columnWeight = (weight: number): ParityCheckMatrix =>
    randomMatrix(galoisField(2), new Array<number>(weight).fill(2), 2, 1);
  const plan = (words: string, matrix: ParityCheckMatrix) => () =>
    decoderProgram({ matrix }, readDecoder(`min-max ${words}`), engines.cpu.limits);

  it("refuses levels8 where the sum at a variable does not fit 8 bits, with the reason and a remedy", () => {
    expect(plan("messages=levels8", columnWeight(17))).toThrow(InputError);
    expect(plan("messages=levels8", columnWeight(17))).toThrow(
      "messages=levels8 sums 8 bits at a variable, too few for column weight 17: use levels16, levels32 or f32",
    );
    for (const messages of ["levels16", "levels32"]) {
      expect(plan(`messages=${messages}`, columnWeight(17))).not.toThrow();
    }
  });

  it("sums at the largest column weight of levels8 do not overflow", async () => {
    for (const schedule of ["flooding", "layered"]) {
      const words = `min-max mapping=frames messages=levels8 step=4 schedule=${schedule} stop=none`;
      // Channel levels reach 127, messages 7.
      const given = { words, seed: 3, grid: 4, bound: 4096, matrix: columnWeight(16), frames: 9, withSyndrome: true };
      await expectDecodings(schedule === "flooding" ? both() : [engines.cpu], given);
    }
  });
});

describe("300 iterations of a decoded frame", () => {
  const LARGEST: Record<string, number> = { f32: LLR_BOUND, int12: 511, levels8: 7, levels16: 15, levels32: 31 };
  const matrix = randomMatrix(galoisField(4), [6, 6, 6, 6], 8, 1);
  // The all-zero word, received first without noise and then almost without noise.
  const frames = [10, 0.5].map((least) => ({
    word: new Array<number>(8).fill(0),
    llr: Array.from({ length: 8 }, (_, n) => [0, 1, 2, 3].map((a) => (a === 0 ? 0 : least + ((4 * n + a) % 7)))),
    syndrome: [0, 0, 0, 0],
  }));

  for (const messages of sweep(Object.keys(LARGEST), 2)) {
    for (const schedule of ["flooding", "layered"]) {
      it(`${schedule} messages=${messages}`, async () => {
        const how = spec(`min-max mapping=frames messages=${messages} schedule=${schedule} iterations=300 stop=none`);
        for (const engine of messages === "f32" ? both() : [engines.cpu]) {
          await runFrames(engine, { matrix, how, frames }, async ({ decision, read }) => {
            expect([...decision]).toEqual(new Array(16).fill(0));
            const shape = { vectors: 24, q: 4, frames: 2 };
            const words = (await read("check_to_variable")) as Uint32Array;
            const all = storedValues(words, formatOn(engine, messages as Format), shape).flat(2);
            // Messages grow up to the bound and no further.
            expect(Math.max(...all), engine.info.engine).toBe(LARGEST[messages]);
            expect(Math.min(...all)).toBe(0);
          });
        }
      });
    }
  }
});
