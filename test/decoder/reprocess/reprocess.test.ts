import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecoderProgram } from "../../../src/decoder/decoder-program.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bufferElements, type DeviceLimits } from "../../../src/gpu/program.ts";
import { randomMatrix } from "../random-matrix.ts";

// Number of frames of a reprocessing round, and the memory for them.
const GPU: DeviceLimits = { workgroupBytes: 49152, workgroupSize: 1024, software: false };
const SOFTWARE: DeviceLimits = { ...GPU, workgroupBytes: 32768, software: true };
const short = { matrix: randomMatrix(galoisField(2), [4, 4, 4, 4, 4, 4], 12, 3) };
const long = { matrix: randomMatrix(galoisField(2), new Array(3000).fill(6), 6000, 3) };

const program = (words: string, limits: DeviceLimits, code = short, frames?: number) =>
  decoderProgram(code, readDecoder(`min-sum reprocess=eqml ${words}`), limits, { frames });

/** Bytes of the buffers whose size is independent of the number of frames. */
function fixedBytes({ buffers }: DecoderProgram): number[] {
  return Object.values(buffers).flatMap((buffer) => (buffer.perFrame ? [] : [4 * bufferElements(buffer, 1)]));
}

describe("a round", () => {
  it.each([1, 3, 8, 12])("of %i stages takes bounded memory", (stages) => {
    for (const limits of [GPU, SOFTWARE, { ...SOFTWARE, simd: true }]) {
      const { rounds, ...rest } = program(`stages=${stages}`, limits, long);
      const tests = rounds!.framesPerRound * 2 ** stages;
      expect(tests).toBeLessThanOrEqual(65_536);
      const bytes = fixedBytes(rest as DecoderProgram);
      if (rounds!.framesPerRound > 1) {
        expect(Math.max(...bytes)).toBeLessThanOrEqual(128 * 2 ** 20);
        expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(300 * 2 ** 20);
      }
    }
    const { framesPerRound } = program(`stages=${stages}`, GPU, long).rounds!;
    if (stages < 9) expect(framesPerRound).toBeGreaterThan(1);
  });

  it("fills a GPU, and is small on a software device", () => {
    expect(program("stages=3", GPU, long).rounds!.framesPerRound).toBeGreaterThan(50);
    expect(program("stages=3", SOFTWARE, long).rounds!.framesPerRound).toBe(32);
    expect(program("stages=3 messages=int8", SOFTWARE, long).rounds!.framesPerRound).toBe(128);
    expect(program("stages=3", { ...SOFTWARE, simd: true }, long).rounds!.framesPerRound).toBe(4);
    expect(program("stages=12", SOFTWARE).rounds!.framesPerRound).toBe(1);
    expect(program("stages=3", GPU).rounds!.framesPerRound).toBe(8192);
  });

  it("has no more frames than the run", () => {
    expect(program("stages=3", GPU, short, 5).rounds!.framesPerRound).toBe(5);
  });

  it("says so in the plan", () => {
    expect(program("stages=3", SOFTWARE).plan.at(-1)).toBe(
      "reprocessing by eqml: rounds of 32 frames that failed, up to 256 tests at once",
    );
  });
});

it("there are no rounds without reprocessing", () => {
  const decoder = decoderProgram(short, readDecoder("min-sum"), GPU);
  expect(decoder.rounds).toBeUndefined();
  expect(Object.keys(decoder.buffers)).not.toContain("failed");
});
