import { expect, it } from "vitest";
import { bitsOf } from "../../../src/decoder/step.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { packedErrorsDispatch } from "../../../wgsl/statistics/packed-errors.ts";
import { bothEngines } from "../../engines.ts";
import { runParameters } from "../../run-parameters.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const LIFTING_SIZE = 9;
/** The last word of 32 frames is not full. */
const FRAMES = 71;

it.each([
  ["int12", 2, 18, 0.01],
  ["int12", 2, 16, 1],
  ["int8", 4, 18, 0.3],
] as const)(
  "%s, %i frames to a word, %i block columns, of which %f are wrong: the errors of each frame",
  async (...named) => {
    const [format, interleave, columns, rate] = named;
    const n = columns * LIFTING_SIZE;
    const columnsOfWord = 32 / interleave;
    const random = randomNumbers(n + interleave);
    const groups = Math.ceil(FRAMES / 32);
    const codeword = Uint32Array.from({ length: groups * n }, () => Math.floor(random() * 2 ** 32));
    // Every fifth symbol carries no information, and variables stand in another order: 5 and n have no common divisor.
    const symbols = Array.from({ length: n }, (_, variable) => (variable * 5 + 2) % n);
    const carries = (symbol: number) => symbol % 5 !== 0;
    // Bits behind the last frame and the last column are random.
    const posteriors = Uint32Array.from({ length: groups * columnsOfWord * n }, () => Math.floor(random() * 2 ** 32));
    const expected: number[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      let [all, information] = [0, 0];
      symbols.forEach((symbol, variable) => {
        const isWrong = random() < rate;
        const sent = (codeword[Math.floor(frame / 32) * n + symbol] >>> (frame % 32)) & 1;
        const column = Math.floor(variable / LIFTING_SIZE);
        const element = Math.floor(column / columnsOfWord) * LIFTING_SIZE + (variable % LIFTING_SIZE);
        const index = Math.floor(frame / interleave) * n + element;
        const bit = (column % columnsOfWord) * interleave + (frame % interleave);
        posteriors[index] = (posteriors[index] & ~(1 << bit)) | ((sent ^ Number(isWrong)) << bit);
        if (isWrong) all++;
        if (isWrong && carries(symbol)) information++;
      });
      expected.push(all, information);
    }
    const { constants, ...extent } = packedErrorsDispatch(n, interleave, LIFTING_SIZE);
    const { errors } = await runKernel(engines, {
      kernel: "statistics/packed-errors",
      constants: {
        ...constants,
        N: n,
        PACKED_SIGNS: LIFTING_SIZE,
        FRAME_INTERLEAVED: 0,
        LLR_CLIP_BITS: bitsOf(LLR_BOUND),
        ...(format === "int8" ? { CLIP: 30, STEPS_PER_LLR_BITS: 0x40000000 } : {}),
      },
      variant: { imports: { lanes: `binary/formats/${format}` } },
      buffers: {
        codeword,
        posteriors,
        variable_symbol: Uint32Array.from(symbols, (symbol) => 2 * symbol + Number(carries(symbol))),
        errors: new Uint32Array(2 * FRAMES),
      },
      parameters: runParameters({ frames: FRAMES }),
      ...extent,
    });
    expect([...errors]).toEqual(expected);
  },
);
