import { describe, expect, it } from "vitest";
import type { BufferData } from "../../../src/gpu/kernel.ts";
import { bothEngines } from "../../engines.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { runKernel } from "../run-kernel.ts";

const engines = bothEngines();
const N = 150;
const ITERATIONS = 70;
const FRAMES = 13;
const P = 6;
/** Largest received value: the largest amplitude plus the largest noise. */
const LOUDEST = 2 ** 20 + 2047;
/** Bits of a point in the channel whose outputs are costs, and the largest cost. */
const PART_BITS = 3;
const MOST_COST = 2 ** 26;
/** Kinds of channels by their outputs. */
const OUTPUTS = ["bits", "symbols", "points"] as const;
type Outputs = (typeof OUTPUTS)[number];
/** Outputs of a symbol. */
const PER_SYMBOL = { bits: P, symbols: 1, points: (P / PART_BITS) * 2 ** PART_BITS };
/** Counters of a chunk. */
const WORDS = 13;

/** Frames of all kinds: correct, with a few wrong symbols, with wrong symbols only. They are satisfied at any iteration or never. */
function outcomes(seed: number, outputs: Outputs) {
  const random = randomNumbers(seed);
  const codeword = Uint32Array.from({ length: FRAMES * N }, () => Math.floor(random() * 64));
  const decision = codeword.slice();
  const isInformation = Uint32Array.from({ length: N }, (_, n) => Number(n % 3 === 0));
  for (let frame = 0; frame < FRAMES; frame++) {
    const wrong = frame % 4 === 0 ? 0 : frame % 4 === 1 ? 1 : frame % 4 === 2 ? N : Math.floor(random() * 20);
    for (let i = 0; i < wrong; i++) {
      const n = wrong === N ? i : wrong === 1 ? 1 + 3 * (frame % 5) : Math.floor(random() * N);
      decision[frame * N + n] = codeword[frame * N + n] ^ (1 + Math.floor(random() * 63));
    }
  }
  // [iteration][frame]; a done frame keeps 0.
  const unsatisfied = new Uint32Array(ITERATIONS * FRAMES);
  for (let frame = 0; frame < FRAMES; frame++) {
    const until = Math.floor(random() * (ITERATIONS + 1));
    for (let i = 0; i < until; i++) unsatisfied[i * FRAMES + frame] = 1;
  }
  const received = Int32Array.from({ length: FRAMES * N * PER_SYMBOL[outputs] }, (_, i) => {
    const kind = Math.floor(random() * 3);
    if (outputs === "points") return Math.floor(random() * [600, MOST_COST + 1, 1][kind]);
    if (outputs === "symbols") return [codeword[i], decision[i], Math.floor(random() * 64)][kind];
    return Math.round((random() - 0.5) * [600, 2 * LOUDEST, 1][kind]);
  });
  // Shortened symbols are rarely wrong, because a wrong one makes its frame impossible.
  const sentState = Uint32Array.from({ length: N }, (_, n) => (n % 7 === 3 ? 1 : n === 100 ? 2 : 0));
  return {
    codeword,
    decision,
    is_information: isInformation,
    unsatisfied,
    received,
    sent_state: sentState,
  };
}

/** ln P(received|word) in steps of the channel's LLR, without terms that are equal for all words. */
function likelihood(buffers: Record<string, BufferData>, frame: number, word: BufferData, outputs: Outputs): number {
  const { received, sent_state } = buffers;
  let sum = 0;
  for (let n = 0; n < N; n++) {
    const index = frame * N + n;
    if (sent_state[n] === 1) continue;
    if (sent_state[n] === 2) sum -= word[index] === buffers.codeword[index] ? 0 : 2 ** 60;
    else if (outputs === "points") {
      for (let part = 0; part < P / PART_BITS; part++) {
        const label = (word[index] >> (part * PART_BITS)) % 2 ** PART_BITS;
        sum -= received[((index * P) / PART_BITS + part) * 2 ** PART_BITS + label];
      }
    } else if (outputs === "symbols") sum += received[index] === word[index] ? 1 : 0;
    else for (let b = 0; b < P; b++) sum -= (word[index] & (2 ** b)) === 0 ? 0 : received[index * P + b];
  }
  return sum;
}

/** The counters of each chunk by a direct count, with squares as 64-bit integers. */
function count(
  buffers: Record<string, BufferData>,
  firstFrame: number,
  chunkFrames: number,
  stop: number,
  chunks: number,
  outputs: Outputs,
) {
  const { codeword, decision, is_information, unsatisfied } = buffers;
  const counters = Array.from({ length: chunks }, () => new Array<bigint>(11).fill(0n));
  const firstChunk = Math.floor(firstFrame / chunkFrames);
  for (let frame = 0; frame < FRAMES; frame++) {
    const wrong = Array.from({ length: N }, (_, n) => n).filter(
      (n) => codeword[frame * N + n] !== decision[frame * N + n],
    );
    const bits = wrong.reduce((sum, n) => {
      const difference = (codeword[frame * N + n] ^ decision[frame * N + n]).toString(2);
      return sum + difference.replaceAll("0", "").length;
    }, 0);
    const flags = Array.from({ length: ITERATIONS }, (_, i) => unsatisfied[i * FRAMES + frame]);
    const satisfiedAt = flags.indexOf(0);
    const iterations = stop === 1 && satisfiedAt >= 0 ? satisfiedAt + 1 : ITERATIONS;
    const satisfied = flags[iterations - 1] === 0;
    const information = wrong.some((n) => is_information[n] === 1);
    const added = [
      1,
      Number(wrong.length > 0),
      Number(information),
      wrong.length,
      bits,
      Number(wrong.length > 0 && satisfied),
      iterations,
      wrong.length > 0 ? 0 : iterations,
      wrong.length ** 2,
      bits ** 2,
      Number(
        wrong.length > 0 &&
          satisfied &&
          likelihood(buffers, frame, decision, outputs) > likelihood(buffers, frame, codeword, outputs),
      ),
    ];
    const chunk = Math.floor((firstFrame + frame) / chunkFrames) - firstChunk;
    added.forEach((value, i) => {
      counters[chunk][i] += BigInt(value);
    });
  }
  return counters;
}

describe("tally: counts by chunk", () => {
  for (const { firstFrame, chunkFrames } of [
    { firstFrame: 0, chunkFrames: 13 },
    { firstFrame: 3, chunkFrames: 5 },
    { firstFrame: 2 ** 32 - 4, chunkFrames: 7 },
    { firstFrame: 2 ** 45 + 1, chunkFrames: 1 },
    { firstFrame: 100, chunkFrames: 1000 },
  ]) {
    for (const [stop, outputs] of [
      [0, "bits"],
      [1, "bits"],
      [1, "symbols"],
      [1, "points"],
    ] as const) {
      it(`frames from ${firstFrame}, ${chunkFrames} in a chunk, ${stop === 1 ? "with" : "without"} early stop, channel of ${outputs}`, async () => {
        const buffers = outcomes(chunkFrames + stop + 2 * OUTPUTS.indexOf(outputs), outputs);
        const chunks = Math.floor((firstFrame + FRAMES - 1) / chunkFrames) - Math.floor(firstFrame / chunkFrames) + 1;
        // The squares begin just below 2^32, so that each sum carries.
        const before = new Uint32Array(WORDS * FRAMES);
        for (let i = 0; i < FRAMES; i++) before.set([2 ** 32 - 60 * i, 7, 2 ** 32 - 1, 9], WORDS * i + 8);
        const { counters } = await runKernel(engines, {
          kernel: "statistics/tally",
          constants: {
            N,
            P,
            SYMBOLS: Number(outputs === "symbols"),
            PART_BITS: outputs === "points" ? PART_BITS : 0,
            STOP: stop,
            OUTER: 0,
            ITERATIONS,
          },
          buffers: { ...buffers, counters: before },
          parameters: { firstFrame, frames: FRAMES, chunkFrames },
          workgroups: 1,
        });
        const expected = count(buffers, firstFrame, chunkFrames, stop, chunks, outputs);
        const wide = (words: BufferData, at: number) => BigInt(words[at]) + 2n ** 32n * BigInt(words[at + 1]);
        expected.forEach((chunk, c) => {
          const at = WORDS * c;
          expect(Array.from(counters.subarray(at, at + 8), BigInt), `chunk ${c}`).toEqual(chunk.slice(0, 8));
          expect(wide(counters, at + 8) - wide(before, at + 8), `chunk ${c}, symbol errors²`).toBe(chunk[8]);
          expect(wide(counters, at + 10) - wide(before, at + 10), `chunk ${c}, bit errors²`).toBe(chunk[9]);
          expect(BigInt(counters[at + 12]), `chunk ${c}, likelier`).toBe(chunk[10]);
        });
        const sum = (i: number) => expected.reduce((total, chunk) => total + Number(chunk[i]), 0);
        // Some undetected words are likelier than the sent word, and some are not.
        expect(sum(10)).toBeGreaterThan(0);
        expect(sum(10)).toBeLessThan(sum(5));
        // Chunks outside of the run keep their counts.
        expect(counters.subarray(WORDS * chunks)).toEqual(before.subarray(WORDS * chunks));
      });
    }
  }
});
