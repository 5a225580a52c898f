import { i32, type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WIDE_WORKGROUP_SIZE, WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { PUNCTURED, SHORTENED } from "../channel/bit-llr.ts";
import { runPart } from "../common/run.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { squarePart } from "./square.ts";

/** Words of one chunk's counters: the eleven counts, the two squares as low and high word. */
export const COUNTERS = 13;

/** Symbols of words whose errors more invocations share: few such frames fit a device. */
const LONG = 16_384;

/** Adds each frame's outcome to the counters of its chunk. */
export const tally: Kernel = {
  name: "statistics/tally",
  wgsl: new URL("./tally.wgsl", import.meta.url),
  imports: [runPart, workgroupSlotPart, squarePart],
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
    const { N, STOP, ITERATIONS } = constants;
    const [codeword, decision, isInformation, unsatisfied, , , counters] = call.buffers;
    const chunkOffset = parameters.firstFrame % parameters.chunkFrames;
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
      let iterations = 0;
      let satisfied = false;
      while (iterations < ITERATIONS && !(satisfied && STOP === 1)) {
        satisfied = unsatisfied[iterations * parameters.frames + slot] === 0;
        iterations++;
      }
      const base = COUNTERS * Math.floor((chunkOffset + slot) / parameters.chunkFrames);
      const wrong = symbolErrors > 0 ? 1 : 0;
      counters[base] += 1;
      counters[base + 1] += wrong;
      counters[base + 2] += informationErrors > 0 ? 1 : 0;
      counters[base + 3] += symbolErrors;
      counters[base + 4] += bitErrors;
      counters[base + 5] += wrong === 1 && satisfied ? 1 : 0;
      counters[base + 6] += iterations;
      counters[base + 7] += wrong === 1 ? 0 : iterations;
      addWide(counters, base + 8, symbolErrors ** 2);
      addWide(counters, base + 10, bitErrors ** 2);
      counters[base + 12] += wrong === 1 && satisfied && decidedLikelier(call, slot) ? 1 : 0;
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

/** Adds to a 64-bit sum kept as low and high word. */
function addWide(words: { [index: number]: number }, index: number, value: number): void {
  const sum = words[index] + (value % 2 ** 32);
  words[index] = sum;
  words[index + 1] += Math.floor(value / 2 ** 32) + (sum >= 2 ** 32 ? 1 : 0);
}
