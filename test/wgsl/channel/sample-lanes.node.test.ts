import { describe, expect, it } from "vitest";
import { awgnChannel } from "../../../src/channel/awgn.ts";
import { RANDOM_GENERATORS } from "../../../src/channel/random/generators.ts";
import { bitsOf } from "../../../src/decoder/step.ts";
import { PUNCTURED, SENT, SHORTENED } from "../../../wgsl/channel/bit-llr.ts";
import { LANE_NOISE_EXTENT, laneNoiseWords } from "../../../wgsl/channel/lane-noise.ts";
import { type NoiseTable, sampleLanesDispatch } from "../../../wgsl/channel/sample-lanes.ts";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { laneErrorsDispatch } from "../../../wgsl/statistics/lane-errors.ts";
import { bothEngines } from "../../engines.ts";
import { frameRandom } from "../../oracle/random-words.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { IN_BROWSER, sweep } from "../../sweep.ts";
import { runKernel } from "../run-kernel.ts";

// Channel values as words of frames in a decoder's number format: each word holds the LLRs of channel/sample and channel/bit-llr, and the
// error count is the count of their wrong signs.
const engines = bothEngines();
const KEY = [42, 0xffffffff] as const;
const FRAMES = 70;
const FIRST = 2 ** 32 - 5;
const channel = awgnChannel(0.9);
const STEP = 0.5;
const CLIP = 30;

/** Bits of the word whose lane holds an LLR. */
const FORMATS = {
  f32: { interleave: 1, bits: (llr: number) => new Uint32Array(Float32Array.of(llr).buffer)[0] },
  int12: {
    interleave: 2,
    bits(llr: number) {
      const steps = Math.min(Math.floor(Math.abs(llr) * 16 + 0.5), Math.abs(llr) >= LLR_BOUND ? 1536 : 480);
      return steps === 0 ? 0 : halfOf(steps) | (llr < 0 ? 0x8000 : 0);
    },
  },
  int8: {
    interleave: 4,
    bits(llr: number) {
      const steps = Math.min(Math.floor(Math.abs(llr) / STEP + 0.5), Math.abs(llr) >= LLR_BOUND ? 127 : CLIP);
      return (llr < 0 ? -steps : steps) & 255;
    },
  },
} as const;

/** The bits of a whole number 1 … 2047 as f16. */
function halfOf(value: number): number {
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) | ((value << (10 - exponent)) & 0x3ff);
}

const EVERY = (["int8", "int12", "f32"] as const).flatMap((format, f) =>
  [1, 0].flatMap((interleaved) =>
    RANDOM_GENERATORS.flatMap((generator, g) =>
      [130, 67].map((n, i) => ({ n, format, interleaved, generator, isChosen: (f + interleaved + g) % 2 === i })),
    ),
  ),
);
/** Each format, layout and generator with one number of symbols: half of them with 130, half with 67. */
const CASES = { few: EVERY.filter(({ isChosen }) => isChosen), every: EVERY };

// Every fifth case in the browser has each number of symbols, format, layout and generator.
describe.each(sweep(CASES, 3, 5))(
  "$n symbols in $format, frame-interleaved: $interleaved, $generator",
  ({ n, format, interleaved, generator }) => {
    const { interleave, bits } = FORMATS[format];
    const words = Math.ceil(FRAMES / interleave);
    const random = randomNumbers(n);
    const codeword = Uint32Array.from({ length: Math.ceil(FRAMES / 32) * n }, () => Math.floor(random() * 2 ** 32));
    const states = Array.from({ length: n }, (_, x) => (x % 11 === 3 ? PUNCTURED : x % 13 === 5 ? SHORTENED : SENT));
    // The decoder's variables are the symbols in reverse order.
    const symbolUse = Uint32Array.from(states, (state, x) => 8 * (n - 1 - x) + 4 * (x % 2) + state);
    const constants = {
      N: n,
      COPY: 1,
      UNSENT: 1,
      FRAME_INTERLEAVED: interleaved,
      LLR_CLIP_BITS: bitsOf(LLR_BOUND),
      ...(format === "int8" ? { CLIP, STEPS_PER_LLR_BITS: new Uint32Array(Float32Array.of(1 / STEP).buffer)[0] } : {}),
    };
    const variant = withRandom(generator, { imports: { lanes: `binary/formats/${format}` } });
    const parameters = { firstFrame: FIRST, frames: FRAMES, key: KEY, ...channel };
    const at = (word: number, variable: number) => (interleaved === 1 ? variable * words + word : word * n + variable);
    const sentBit = (frame: number, x: number) => (codeword[Math.floor(frame / 32) * n + x] >>> (frame % 32)) & 1;

    async function sampled(table: NoiseTable = { values: "outcomes", isCopied: true }) {
      const { constants: own, ...extent } = sampleLanesDispatch(n, interleave, interleaved === 1, table);
      return runKernel(engines, {
        kernel: "channel/sample-lanes",
        constants: { ...constants, ...own },
        variant,
        buffers: {
          noise_cells: table.values === "outcomes" ? channel.noise : await laneNoise(table.values === "short"),
          codeword,
          symbol_use: symbolUse,
          channel: new Uint32Array(words * n),
          posteriors: new Uint32Array(words * n),
        },
        parameters,
        ...extent,
      });
    }

    async function laneNoise(short: boolean) {
      const { lane_noise } = await runKernel(engines, {
        kernel: "channel/lane-noise",
        constants: { ...constants, SHORT_VALUES: Number(short) },
        variant,
        buffers: { noise_cells: channel.noise, lane_noise: new Uint32Array(laneNoiseWords(short)) },
        parameters: { ...parameters, frames: 1 },
        workgroups: LANE_NOISE_EXTENT.workgroups,
      });
      return lane_noise;
    }

    it("sample-lanes: the LLR of each bit that is sent, 0 of punctured and certainty of shortened ones", async () => {
      const { channel: found, posteriors } = await sampled();
      const expected = new Uint32Array(words * n);
      for (let frame = 0; frame < words * interleave; frame++) {
        for (let x = 0; x < n; x++) {
          const word = BigInt(frameRandom(FIRST + frame, Math.floor(x / 4), 0, KEY, generator)[x % 4]);
          const cell = Number(word % 4096n);
          const entry = BigInt(channel.noise[cell]);
          const outcome = word / 4096n < entry / 4096n ? cell : Number(entry % 4096n);
          const output = (sentBit(frame, x) === 1 ? -1 : 1) * (channel.amplitude + outcome - 2048) + 0;
          const known = frame >= FRAMES || states[x] === SHORTENED;
          const llr = known ? LLR_BOUND : states[x] === PUNCTURED ? 0 : Math.fround(output * channel.llrScale);
          const lane = bits(llr) << ((frame % interleave) * (32 / interleave));
          expected[at(Math.floor(frame / interleave), n - 1 - x)] |= lane;
        }
      }
      expect([...found]).toEqual([...expected]);
      expect([...posteriors]).toEqual([...expected]);
      const of = (values: NoiseTable["values"], isCopied: boolean): NoiseTable => ({ values, isCopied });
      const others = [
        of("outcomes", false),
        ...(interleave > 1 ? [of("lanes", true), of("lanes", false)] : []),
        ...(interleave === 4 ? [of("short", false)] : []),
      ];
      // A device compiles the kernel of a table for seconds, so each layout has the other tables with one generator, in Node.
      const hasOthers = !IN_BROWSER && RANDOM_GENERATORS.indexOf(generator) === interleaved;
      for (const table of hasOthers ? others : []) {
        const other = await sampled(table);
        const what = JSON.stringify(table);
        expect([...other.channel], what).toEqual([...expected]);
        expect([...other.posteriors], what).toEqual([...expected]);
      }
    });

    it("lane-errors: the signs that differ from the bits that were sent, all and of information", async () => {
      const { posteriors } = await sampled();
      const { constants: own, ...extent } = laneErrorsDispatch(n, interleave, interleaved === 1);
      const { errors } = await runKernel(engines, {
        kernel: "statistics/lane-errors",
        constants: { PACKED_SIGNS: 0, ...constants, ...own },
        variant,
        buffers: { codeword, posteriors, symbol_use: symbolUse, errors: new Uint32Array(2 * FRAMES) },
        parameters,
        ...extent,
      });
      const expected: number[] = [];
      for (let frame = 0; frame < FRAMES; frame++) {
        const sign = ((frame % interleave) + 1) * (32 / interleave) - 1;
        const wrong = states
          .map((_, x) => x)
          .filter((x) => {
            const word = posteriors[at(Math.floor(frame / interleave), n - 1 - x)];
            return ((word >>> sign) & 1) !== sentBit(frame, x);
          });
        expected.push(wrong.length, wrong.filter((x) => x % 2 === 1).length);
      }
      expect([...errors]).toEqual(expected);
      expect(expected.some((count) => count > 0)).toBe(true);
    });
  },
);
