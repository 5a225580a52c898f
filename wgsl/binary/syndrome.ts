import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneAtomicPart } from "../common/active-frames/done-atomic.ts";
import { activeLanes, activeWordsPart } from "../common/active-frames/words.ts";
import { laneBitsPart } from "../common/lane-bits.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart, readCheckGroup } from "./check-node/groups.ts";
import { parityPart } from "./check-node/parity.ts";
import { checkUpdater } from "./check-node/update.ts";
import { lanesOf } from "./formats/lanes.ts";
import { simdSyndrome } from "./simd/syndrome.ts";

/** Marks the frames whose decisions fail a check. */
export const binarySyndrome: Kernel = {
  name: "binary/syndrome",
  wgsl: new URL("./syndrome.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    laneBitsPart,
    wordIndexPart,
    groupsPart,
    edgesPart,
    parityPart,
    activeWordsPart,
    doneAtomicPart,
  ],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("tested_checks"),
    u32("check_signs"),
    u32("posteriors"),
    u32("unsatisfied", "read_write"),
    u32("progress"),
  ],
  constants: [
    "N",
    "CHECKS",
    "LIFTING_SIZE",
    "COMPACT",
    "LISTS",
    "ABSENT",
    "CHECK_GROUP_AT",
    "SYNDROME",
    "STOP",
    "WORDS_PER_INVOCATION",
    "FRAME_INTERLEAVED",
    "CHECKS_PER_WORKGROUP",
  ],
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
  simd: simdSyndrome(twin),
};

function twin(call: TwinCall): void {
  const { buffers, constants, variant, parameters, iteration } = call;
  const [groups, graph, testedChecks, checkSigns, posteriors, unsatisfied, progress] = buffers as Uint32Array[];
  const { interleave } = lanesOf(variant);
  const { frames } = parameters;
  const none = new Uint32Array();
  const words = Math.ceil(frames / interleave);
  const updater = checkUpdater(
    { graph, channel: none, checkSigns, posteriors, messages: none },
    constants,
    variant,
    words,
    false,
  );
  const per = {
    wordsPerInvocation: constants.WORDS_PER_INVOCATION,
    elementsPerWorkgroup: constants.CHECKS_PER_WORKGROUP,
  };
  const state = constants.FRAME_INTERLEAVED === 1 ? progress : unsatisfied;
  const { first, last, lanes } = activeLanes(call, state, testedChecks[1], per);
  for (const { word, lane } of lanes) {
    const frame = word * interleave + lane;
    if (frame >= frames) continue;
    for (let check = testedChecks[0] + first; check < testedChecks[0] + last; check++) {
      const group = readCheckGroup(groups, graph[constants.CHECK_GROUP_AT + check]);
      if (!updater.odd(group, check - group.check, word, lane)) continue;
      unsatisfied[iteration * frames + frame] = 1;
      break;
    }
  }
}
