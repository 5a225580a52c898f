import { i32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { PUNCTURED, SHORTENED } from "../channel/bit-llr.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { addOutcome, chunkCountersPart, iterationsOf } from "./chunk-counters.ts";

/** Symbols of words whose errors more invocations share: few such frames fit a device. */
const LONG = 16_384;

/** Adds each frame's outcome to the counters of its chunk. */
export const tally: Kernel = {
  name: "statistics/tally",
  wgsl: new URL("./tally.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, chunkCountersPart],
  bindings: [
    u32("codeword"),
    u32("decision"),
    u32("is_information"),
    u32("unsatisfied"),
    i32("received"),
    u32("sent_state"),
    u32("counters", "read_write"),
  ],
  constants: ["N", "P", "SYMBOLS", "STOP", "ITERATIONS"],
  workgroupSize: ({ N }) => (N < LONG ? WORKGROUP_SIZE : WIDE_WORKGROUP_SIZE),
  workgroupBytes: () => 28,
  run(call: TwinCall): void {
    const { constants, parameters, range } = call;
    const { N } = constants;
    const [codeword, decision, isInformation, unsatisfied, , , counters] = call.buffers;
    for (let slot = range.firstSlot; slot < range.lastSlot; slot++) {
      let symbolErrors = 0;
      let bitErrors = 0;
      let informationErrors = 0;
      for (let n = 0; n < N; n++) {
        const difference = codeword[slot * N + n] ^ decision[slot * N + n];
        if (difference === 0) continue;
        symbolErrors++;
        bitErrors += countOneBits(difference);
        informationErrors += isInformation[n];
      }
      addOutcome(counters, parameters, slot, {
        ...{ symbolErrors, bitErrors, informationErrors },
        ...iterationsOf(unsatisfied, constants, parameters.frames, slot),
        likelier: () => decidedLikelier(call, slot),
      });
    }
  },
};

/** Whether a frame's decision is likelier than the word that was sent: ln P(received|decided) − ln P(received|sent) > 0. */
function decidedLikelier({ buffers, constants: { N, P, SYMBOLS } }: TwinCall, slot: number): boolean {
  const [codeword, decision, , , received, sentState] = buffers;
  let advantage = 0;
  for (let index = slot * N; index < (slot + 1) * N; index++) {
    const state = sentState[index - slot * N];
    const [sent, decided] = [codeword[index], decision[index]];
    if (sent === decided || state === PUNCTURED) continue;
    if (state === SHORTENED) return false;
    if (SYMBOLS === 1) {
      advantage += Number(received[index] === decided) - Number(received[index] === sent);
      continue;
    }
    for (let b = 0; b < P; b++) {
      if (((sent ^ decided) >> b) & 1) advantage += (1 - 2 * ((decided >> b) & 1)) * received[index * P + b];
    }
  }
  return advantage > 0;
}

function countOneBits(x: number): number {
  let count = 0;
  for (; x !== 0; x &= x - 1) count++;
  return count;
}
