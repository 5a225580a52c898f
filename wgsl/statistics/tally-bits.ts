import { aliasSample } from "../../src/channel/alias-table.ts";
import { NOISE_ORIGIN } from "../../src/channel/discrete-channel.ts";
import { philox, STREAM_NOISE } from "../../src/channel/philox.ts";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords, WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { lanesOf } from "../binary/formats/lanes.ts";
import { aliasSamplePart } from "../channel/alias-sample.ts";
import { PUNCTURED, SHORTENED } from "../channel/bit-llr.ts";
import { laneSignsPart, sentBit, signBit } from "../common/lane-signs.ts";
import { philoxPart } from "../common/philox.ts";
import { runPart } from "../common/run.ts";
import { wordIndex, wordIndexPart } from "../common/word-index.ts";
import { addOutcome, COUNTERS, chunkCountersPart, iterationsOf } from "./chunk-counters.ts";

/** Symbols of words of which many invocations share an undetected one. */
const LONG = 16_384;

/** Frames, and invocations, of a workgroup for words of so many symbols. */
export function tallyFrames(symbols: number): number {
  return symbols < LONG ? WORKGROUP_SIZE : WIDE_WORKGROUP_SIZE;
}

/** Adds the outcome of each frame of a binary decoder to the counters of its chunk. */
export const tallyBits: Kernel = {
  name: "statistics/tally-bits",
  wgsl: new URL("./tally-bits.wgsl", import.meta.url),
  imports: [...[runPart, philoxPart, wordIndexPart, laneSignsPart], ...[aliasSamplePart, chunkCountersPart]],
  bindings: [
    u32("errors"),
    u32("unsatisfied"),
    u32("codeword"),
    u32("posteriors"),
    u32("symbol_use"),
    u32("noise"),
    u32("counters", "read_write"),
  ],
  constants: ["N", "FRAME_INTERLEAVED", "STOP", "ITERATIONS"],
  workgroupSize: ({ N }) => tallyFrames(N),
  workgroupBytes: ({ N }) => 4 * (tallyFrames(N) + COUNTERS),
  run(call: TwinCall): void {
    const { buffers, constants, parameters, range } = call;
    const [errors, unsatisfied, , , , , counters] = buffers;
    const together = tallyFrames(constants.N);
    const first = Math.min(range.firstSlot * together, parameters.frames);
    const last = Math.min(range.lastSlot * together, parameters.frames);
    for (let slot = first; slot < last; slot++) {
      addOutcome(counters, parameters, slot, {
        symbolErrors: errors[2 * slot],
        bitErrors: errors[2 * slot],
        informationErrors: errors[2 * slot + 1],
        ...iterationsOf(unsatisfied, constants, parameters.frames, slot),
        likelier: () => decidedLikelier(call, slot),
      });
    }
  },
};

/** Whether a frame's decision is likelier than the word that was sent: ln P(received|decided) − ln P(received|sent) > 0. */
function decidedLikelier({ buffers, constants, variant, parameters }: TwinCall, slot: number): boolean {
  const [, , codeword, posteriors, symbolUse, noise] = buffers as Uint32Array[];
  const { N } = constants;
  const { interleave } = lanesOf(variant);
  const indexOf = wordIndex(constants, Math.ceil(parameters.frames / interleave));
  const [low, high] = frameWords(parameters, slot);
  const random = new Uint32Array(4);
  let advantage = 0;
  for (let n = 0; n < N; n++) {
    const posterior = posteriors[indexOf(Math.floor(slot / interleave), symbolUse[n] >>> 3, N)];
    const wrong = signBit(posterior, slot % interleave, interleave) !== sentBit(codeword, N, slot, n);
    const state = symbolUse[n] & 3;
    if (!wrong || state === PUNCTURED) continue;
    if (state === SHORTENED) return false;
    philox(low, high, Math.floor(n / 4), STREAM_NOISE, parameters.key[0], parameters.key[1], random);
    // Where the two words differ the decided bit is against what was drawn for +1.
    advantage -= parameters.amplitude + aliasSample(noise, random[n % 4]) - NOISE_ORIGIN;
  }
  return advantage > 0;
}
