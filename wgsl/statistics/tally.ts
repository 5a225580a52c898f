import { i32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { advantagePart, type Difference, isLikelier } from "./advantage.ts";
import { addOutcome, chunkCountersPart, isUndetected, iterationsOf, tallyInvocations } from "./chunk-counters.ts";

/** Adds each frame's outcome to the counters of its chunk. */
export const tally: Kernel = {
  name: "statistics/tally",
  wgsl: new URL("./tally.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, chunkCountersPart, advantagePart],
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
  workgroupSize: ({ N }) => tallyInvocations(N),
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
      const { iterations, satisfied } = iterationsOf(unsatisfied, constants, parameters.frames, slot);
      addOutcome(counters, parameters, slot, {
        symbolErrors,
        bitErrors,
        informationErrors,
        iterations,
        satisfied,
        isLikelier: isUndetected({ symbolErrors, satisfied }) && isLikelier(differences(call, slot)),
      });
    }
  },
};

/** Symbols in which a frame's decision differs from the word that was sent. */
function* differences({ buffers, constants: { N, P, SYMBOLS } }: TwinCall, slot: number): Generator<Difference> {
  const [codeword, decision, , , received, sentState] = buffers;
  for (let index = slot * N; index < (slot + 1) * N; index++) {
    const sentAs = sentState[index - slot * N];
    const [sent, decided] = [codeword[index], decision[index]];
    if (sent === decided) continue;
    if (SYMBOLS === 1) {
      yield { sentAs, advantage: Number(received[index] === decided) - Number(received[index] === sent) };
      continue;
    }
    let advantage = 0;
    for (let b = 0; b < P; b++) {
      if (((sent ^ decided) >> b) & 1) advantage += (1 - 2 * ((decided >> b) & 1)) * received[index * P + b];
    }
    yield { sentAs, advantage };
  }
}

function countOneBits(x: number): number {
  let count = 0;
  for (; x !== 0; x &= x - 1) count++;
  return count;
}
