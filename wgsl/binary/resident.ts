import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { laneBitsPart } from "../common/lane-bits.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart, readCheckGroup } from "./check-node/groups.ts";
import { parityPart } from "./check-node/parity.ts";
import { checkUpdater, updatePart } from "./check-node/update.ts";
import { lanesOf } from "./formats/lanes.ts";
import { variableSum, variableSumPart } from "./variable-sum.ts";

/** All iterations of a binary decoder, posteriors in workgroup memory. */
export const residentIterations: Kernel = {
  name: "binary/resident",
  wgsl: new URL("./resident.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    groupsPart,
    wordIndexPart,
    edgesPart,
    parityPart,
    updatePart,
    laneBitsPart,
    variableSumPart,
  ],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("channel"),
    u32("check_signs"),
    u32("unsatisfied", "read_write"),
    u32("posteriors", "read_write"),
    u32("messages", "read_write"),
  ],
  constants: [
    ...["N", "CORE", "CHECKS", "MESSAGES", "CHECK_GROUPS", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT"],
    ...["LAYERED", "SYNDROME", "STOP", "ITERATIONS", "FIRST_TESTED", "INVOCATIONS", "FRAME_INTERLEAVED", "COUNT_FLIPS"],
    // Flooding.
    ...["CHECK_GROUP_AT", "LISTS_AT", "LIST_EDGES_AT", "BLOCK", "PARTIAL_SUMS"],
  ],
  workgroupSize: ({ INVOCATIONS }) => INVOCATIONS,
  workgroupBytes: ({ CORE }) => 4 * (CORE + 2),
  run({ buffers, constants, variant, parameters: { frames }, range }: TwinCall): void {
    const [words, graph, channel, checkSigns, unsatisfied, posteriors, messages] = buffers as Uint32Array[];
    const { N, CORE, CHECK_GROUPS, STOP, ITERATIONS, LAYERED, LISTS_AT, LIST_EDGES_AT } = constants;
    const format = lanesOf(variant);
    const { interleave } = format;
    const wordCount = Math.ceil(frames / interleave);
    const groups = Array.from({ length: CHECK_GROUPS }, (_, g) => readCheckGroup(words, g));
    const updater = checkUpdater(
      { graph, channel, checkSigns, posteriors, messages },
      constants,
      variant,
      wordCount,
      LAYERED === 1,
    );
    const lists = { start: graph.subarray(LISTS_AT), edges: graph.subarray(LIST_EDGES_AT) };
    const sum = variableSum({ ...lists, channel, messages }, constants, variant, wordCount);
    const posteriorLanes = format.view(posteriors);
    for (let word = range.firstSlot; word < range.lastSlot; word++) {
      posteriors.set(channel.subarray(word * N, word * N + CORE), word * N);
      for (let lane = 0; lane < interleave; lane++) {
        const frame = word * interleave + lane;
        if (frame >= frames) continue;
        for (let iteration = 0; iteration < ITERATIONS; iteration++) {
          for (const group of groups) {
            for (let t = 0; t < group.count; t++) updater.update(group, t, word, lane, iteration === 0);
          }
          for (let n = 0; LAYERED === 0 && n < CORE; n++) {
            posteriorLanes[(word * N + n) * interleave + lane] = sum(word, lane, n);
          }
          if (STOP === 0 && iteration + 1 < ITERATIONS) continue;
          const fails = groups.some((group) => {
            for (let t = 0; t < group.count; t++) if (updater.odd(group, t, word, lane)) return true;
            return false;
          });
          if (fails) unsatisfied[iteration * frames + frame] = 1;
          else if (STOP === 1) break;
        }
      }
    }
  },
};
