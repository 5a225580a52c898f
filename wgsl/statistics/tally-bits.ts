import { aliasSample } from "../../src/channel/alias-table.ts";
import { NOISE_ORIGIN } from "../../src/channel/discrete-channel.ts";
import { STREAM_NOISE } from "../../src/channel/random/streams.ts";
import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { frameWords } from "../../src/gpu/workgroup.ts";
import { lanesOf } from "../binary/formats/lanes.ts";
import { aliasSamplePart } from "../channel/alias-sample.ts";
import { laneSignsPart, sentBit, signBit } from "../common/lane-signs.ts";
import { randomOf } from "../common/random/random.ts";
import { runPart } from "../common/run.ts";
import { wordIndex, wordIndexPart } from "../common/word-index.ts";
import { advantagePart, type Difference, isLikelier } from "./advantage.ts";
import {
  addOutcome,
  COUNTERS,
  chunkCountersPart,
  isUndetected,
  iterationsOf,
  tallyInvocations,
} from "./chunk-counters.ts";

/** Adds the outcome of each frame of a binary decoder to the counters of its chunk. */
export const tallyBits: Kernel = {
  name: "statistics/tally-bits",
  wgsl: new URL("./tally-bits.wgsl", import.meta.url),
  imports: [...[runPart, wordIndexPart, laneSignsPart], ...[aliasSamplePart, chunkCountersPart, advantagePart]],
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
  workgroupSize: ({ N }) => tallyInvocations(N),
  workgroupBytes: ({ N }) => 4 * (tallyInvocations(N) + COUNTERS),
  run(call: TwinCall): void {
    const { buffers, constants, parameters, range } = call;
    const [errors, unsatisfied, , , , , counters] = buffers;
    const together = tallyInvocations(constants.N);
    const first = Math.min(range.firstSlot * together, parameters.frames);
    const last = Math.min(range.lastSlot * together, parameters.frames);
    for (let slot = first; slot < last; slot++) {
      const symbolErrors = errors[2 * slot];
      const { iterations, satisfied } = iterationsOf(unsatisfied, constants, parameters.frames, slot);
      addOutcome(counters, parameters, slot, {
        symbolErrors,
        bitErrors: symbolErrors,
        informationErrors: errors[2 * slot + 1],
        iterations,
        satisfied,
        isLikelier: isUndetected({ symbolErrors, satisfied }) && isLikelier(differences(call, slot)),
      });
    }
  },
};

/** Symbols in which a frame's decision differs from the word that was sent. */
function* differences({ buffers, constants, variant, parameters }: TwinCall, slot: number): Generator<Difference> {
  const [, , codeword, posteriors, symbolUse, noise] = buffers as Uint32Array[];
  const { N } = constants;
  const { interleave } = lanesOf(variant);
  const indexOf = wordIndex(constants, Math.ceil(parameters.frames / interleave));
  const [low, high] = frameWords(parameters, slot);
  const randomWords = randomOf(variant);
  const random = new Uint32Array(4);
  for (let n = 0; n < N; n++) {
    const posterior = posteriors[indexOf(Math.floor(slot / interleave), symbolUse[n] >>> 3, N)];
    if (signBit(posterior, slot % interleave, interleave) === sentBit(codeword, N, slot, n)) continue;
    randomWords(low, high, Math.floor(n / 4), STREAM_NOISE, parameters.key[0], parameters.key[1], random);
    // The decided bit is opposite to the sent bit here, so the output drawn for +1 counts with the other sign.
    const drawn = parameters.amplitude + aliasSample(noise, random[n % 4]) - NOISE_ORIGIN;
    yield { sentAs: symbolUse[n] & 3, advantage: -drawn };
  }
}
