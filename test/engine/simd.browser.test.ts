import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../src/decoder/rule.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { loadShaders } from "../../src/engine/cpu/shader-texts.ts";
import { CpuState } from "../../src/engine/cpu/state.ts";
import { kernels } from "../../src/engine/registry.ts";
import { galoisField } from "../../src/galois/field.ts";
import { smallCodes } from "../decoder/binary/codes.ts";
import { randomFrames } from "../decoder/binary/frames.ts";
import { randomMatrix, transposed } from "../decoder/random-matrix.ts";
import { runParameters } from "../run-parameters.ts";
import { expectSameElements } from "../same-elements.ts";
import { nested, sweep } from "../sweep.ts";
import { compareForms } from "./compare-forms.ts";

/** Kernels that a test has run in WebAssembly. */
const seen = new Set<string>();

const small = smallCodes();
const liftedWithSingles = small["Z = 5 with degree-1 variables"];

/** Codes with checks of degrees from 2 to 30. A kernel is unrolled for each degree, and a long list takes long to compile. */
const someDegrees: DecodableCode = { matrix: randomMatrix(galoisField(2), [2, 3, 4, 5, 8, 13, 30], 32, 3) };
const allDegrees: DecodableCode = {
  matrix: randomMatrix(
    galoisField(2),
    Array.from({ length: 29 }, (_, i) => 2 + i),
    150,
    3,
  ),
};

/** A code with variables of all degrees from 2 to 30, and with enough variables of degree 2 to have codewords. */
const allVariableDegrees: DecodableCode = {
  matrix: transposed(
    randomMatrix(
      galoisField(2),
      Array.from({ length: 89 }, (_, i) => (i < 29 ? 2 + i : 2)),
      40,
      3,
    ),
  ),
};

const EVERY: readonly (readonly [name: string, code: DecodableCode])[] = Object.entries({
  someDegrees,
  allDegrees,
  allVariableDegrees,
  ...small,
});
const CODES = {
  few: EVERY.filter(([, code]) => [someDegrees, small["accumulator, one absent"], liftedWithSingles].includes(code)),
  every: EVERY,
};

/** Odd numbers of frames. Words have 1 or 4 frames, vectors 4 or 16. */
const FEW_FRAMES = [1, 7, 37];
const framesOf = ([, code]: (typeof EVERY)[number]) => ({
  few: FEW_FRAMES,
  every: code === someDegrees ? FEW_FRAMES : Array.from({ length: 19 }, (_, i) => 2 * i + 1),
});

/** Schedules and rules of kernels of bits. Rules with a tolerance have a suite of their own. */
const DECODERS = ["flooding", "layered"].flatMap((schedule) =>
  ["normalised-min-sum scale=0.75", "offset-min-sum"].map(
    (rule) => `${rule} schedule=${schedule} messages=int8 iterations=4`,
  ),
);

async function compare(...of: Parameters<typeof compareForms>): Promise<void> {
  for (const [kernel, forms] of await compareForms(...of)) if (forms.has("WebAssembly SIMD")) seen.add(kernel);
}

describe.each(nested(CODES, framesOf).map(([[name, code], odd]) => [name, code, odd] as const))(
  "%s",
  (_, code, odd) => {
    it.each(sweep(DECODERS, 1, 2))("%s: kernels equal their compiled WGSL", async (words) => {
      for (const frames of odd) {
        // Of the two rules of a schedule, one has syndromes with this number of frames.
        const syndrome = (Math.floor(frames / 2) + DECODERS.indexOf(words)) % 2 === 1;
        const request = { syndrome, countFlips: frames % 5 === 2 };
        const program = decoderProgram(code, readDecoder(`${words} stop=none`), cpuEngine().limits, request);
        const given = randomFrames(code.matrix, frames, frames, syndrome);
        await compare(program, frames, (state) => {
          state.buffer("channel_llr").set(given.flatMap(({ llr }) => llr));
          if (syndrome) state.buffer("syndrome").set(given.flatMap(({ syndrome: row }) => row));
        });
      }
    });
  },
);

describe.each(sweep(CODES, 1))("%s", (_, code) => {
  it.each(sweep(DECODERS, 1, 2))("%s: equal decisions where frames end early", async (words) => {
    const frames = 149;
    const program = decoderProgram(code, readDecoder(words), cpuEngine().limits);
    await loadShaders(program);
    const llr = randomFrames(code.matrix, frames, 5, false).flatMap((frame) => frame.llr);
    const [own, compiled] = [undefined, "compiled" as const].map((only) => {
      const state = new CpuState(program, { slots: frames, frames, only });
      state.clear(true);
      state.buffer("channel_llr").set(llr);
      expect([...state.run({ parameters: runParameters({ frames }), chunk: 0 }, { isFirst: true })]).toEqual([]);
      return state;
    });
    const elements = {
      decision: frames * code.matrix.columns,
      posteriors: Math.floor(frames / 4) * code.matrix.columns,
      unsatisfied: frames * 4,
    };
    for (const [buffer, count] of Object.entries(elements)) {
      const [actual, expected] = [own, compiled].map((state) => state.buffer(buffer).slice(0, count));
      expectSameElements(actual, expected, buffer);
    }
  });
});

it("the engine's notes say which kernels run in which form", () => {
  const { limits, notes } = cpuEngine();
  expect(notes?.(decoderProgram(liftedWithSingles, readDecoder("sum-product schedule=layered"), limits))).toEqual([
    "WebAssembly SIMD: binary/check",
    "compiled WGSL: binary/syndrome, common/active-frames/compact-words",
  ]);
});

it("has compared every kernel that has a version in WebAssembly", () => {
  const having = Object.values(kernels).filter(({ simd }) => simd !== undefined);
  expect(having.length).toBeGreaterThan(0);
  expect([...seen].sort()).toEqual(having.map(({ name }) => name).sort());
});
