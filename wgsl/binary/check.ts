import { type Kernel, type TwinCall, u32 } from "../../src/gpu/kernel.ts";
import { WORKGROUP_SIZE } from "../../src/gpu/workgroup.ts";
import { doneLanesPart } from "../common/active-frames/done-lanes.ts";
import { activeLanes, activeWordsPart } from "../common/active-frames/words.ts";
import { runPart } from "../common/run.ts";
import { wordIndexPart } from "../common/word-index.ts";
import { workgroupSlotPart } from "../common/workgroup-slot.ts";
import { edgesPart } from "./check-node/edges.ts";
import { groupsPart, readCheckGroup } from "./check-node/groups.ts";
import { checkUpdater, updatePart } from "./check-node/update.ts";
import { lanesOf } from "./formats/lanes.ts";
import { simdCheck } from "./simd/check.ts";

/** The constants of rules and number formats are added. */
const OWN_CONSTANTS = [
  ...["N", "CHECKS", "MESSAGES", "CHECK_GROUP_AT", "LIFTING_SIZE", "COMPACT", "LISTS", "ABSENT"],
  ...["LAYERED", "SYNDROME", "STOP", "ITERATIONS"],
  ...["WORDS_PER_INVOCATION", "FRAME_INTERLEAVED", "CHECKS_PER_WORKGROUP", "COUNT_FLIPS"],
];

/** Binary check nodes: of a layer, or all of them. */
export const binaryCheck: Kernel = {
  name: "binary/check",
  wgsl: new URL("./check.wgsl", import.meta.url),
  imports: [
    runPart,
    workgroupSlotPart,
    wordIndexPart,
    groupsPart,
    edgesPart,
    updatePart,
    activeWordsPart,
    doneLanesPart,
  ],
  bindings: [
    u32("check_groups"),
    u32("graph"),
    u32("layer"),
    u32("channel"),
    u32("check_signs"),
    u32("progress"),
    u32("posteriors", "read_write"),
    u32("messages", "read_write"),
  ],
  constants: OWN_CONSTANTS,
  workgroupSize: () => WORKGROUP_SIZE,
  workgroupBytes: () => 0,
  run: twin,
  simd: simdCheck(twin, OWN_CONSTANTS),
};

function twin(call: TwinCall): void {
  const { buffers, constants, variant, parameters, iteration } = call;
  const [groups, graph, layer, channel, checkSigns, progress, posteriors, messages] = buffers as Uint32Array[];
  const { CHECK_GROUP_AT, LAYERED, STOP, ITERATIONS, WORDS_PER_INVOCATION, CHECKS_PER_WORKGROUP } = constants;
  const [firstCheck, checks] = layer;
  const { interleave } = lanesOf(variant);
  const words = Math.ceil(parameters.frames / interleave);
  const updater = checkUpdater(
    { graph, channel, checkSigns, posteriors, messages },
    constants,
    variant,
    words,
    LAYERED === 1,
  );
  const per = { wordsPerInvocation: WORDS_PER_INVOCATION, elementsPerWorkgroup: CHECKS_PER_WORKGROUP };
  const degreeOneIsRead = STOP === 1 || iteration + 1 === ITERATIONS;
  const { first, last, lanes } = activeLanes(call, progress, checks, per);
  for (const { word, lane } of lanes) {
    for (let check = firstCheck + first; check < firstCheck + last; ) {
      const group = readCheckGroup(groups, graph[CHECK_GROUP_AT + check]);
      const end = Math.min(group.check + group.count, firstCheck + last);
      for (; check < end; check++)
        updater.update(group, check - group.check, word, lane, iteration === 0, degreeOneIsRead);
    }
  }
}
