import { ACTIVE_COUNTS } from "../../../wgsl/binary/active-words.ts";
import {
  CHECK_GROUP_WORDS,
  HAS_DEGREE_ONE,
  NEW_LAYER,
  NO_LIST,
  NO_MESSAGE,
} from "../../../wgsl/binary/check-node/groups.ts";
import type { Lanes } from "../../../wgsl/binary/formats/lanes.ts";
import { residentIterations } from "../../../wgsl/binary/resident.ts";
import type { CheckNodeTwin } from "../../../wgsl/binary/rules/check-node.ts";
import { TILE_VARIABLES } from "../../../wgsl/common/word-index.ts";
import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import type { KernelConstants, KernelVariant } from "../../gpu/kernel.ts";
import { type Part, variantOf } from "../../gpu/part.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { type BinaryGraph, type CheckGroup, messageVariables } from "./graph.ts";
import { variableLists } from "./variable-lists.ts";

/** How a binary decoder computes: parts of wgsl/binary/formats and wgsl/binary/rules, and what they are specialised by. */
export interface BinaryArithmetic {
  readonly lanes: Part<Lanes>;
  readonly rule: Part<CheckNodeTwin>;
  readonly constants: KernelConstants;
}

/** What was chosen for a code and device. */
export interface BinaryPlan {
  readonly layered: boolean;
  readonly compact: boolean;
  /** Posteriors in workgroup memory and all iterations in one dispatch. */
  readonly resident: boolean;
  /** Memory is frame-interleaved; not with `resident`. */
  readonly frameInterleaved: boolean;
  readonly syndrome: boolean;
  /** Changes of the signs of variable-to-check messages are counted; with `frameInterleaved` only. */
  readonly countFlips: boolean;
  readonly notes: readonly string[];
}

/** Part of a resident decoder's groups of checks that is asked first whether a frame is done. */
const FIRST_TESTED = 8;

/** Edges that a kernel for software devices unrolls at most, where it could have several degrees. */
const SOFTWARE_EDGES = 24;

/**
 * Checks that an invocation asks one after the other in a frame-interleaved layout: the first that fails ends it, so frames that are
 * far from done cost little.
 */
const TESTED_TOGETHER = 32;

/** Words of one invocation on software devices, where looking up a variable costs as much as loading its posterior. */
const SOFTWARE_WORDS = 8;

/** Most invocations of a resident flooding decoder: more of them wait for one another twice an iteration. */
const FLOODING_INVOCATIONS = 256;

/** Resident workgroups are whole multiples of this: a subgroup of NVIDIA's. */
const RESIDENT_INVOCATIONS = 32;

/**
 * The program of a binary decoder: channel LLRs into words of the number format, iterations, decisions. A flooding iteration
 * is all check nodes, then all variable nodes; a layered one is layer after layer. The decision after
 * each iteration is checked where early termination needs it, and after the last.
 */
export function binaryProgram(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
  limits: DeviceLimits,
): DecoderProgram {
  const { variables, core, checks, messages } = graph;
  const { layered, compact, resident, frameInterleaved, syndrome, countFlips } = plan;
  const variant = variantOf({ lanes: arithmetic.lanes, rule: arithmetic.rule });
  const lanes = variantOf({ lanes: arithmetic.lanes });
  const { interleave } = arithmetic.lanes.twin;
  const stop = stopConstant(spec);
  const tables = graphTables(graph, compact);
  const numbers: KernelConstants = {
    ...arithmetic.constants,
    N: variables,
    CHECKS: checks,
    FRAME_INTERLEAVED: frameInterleaved ? 1 : 0,
  };
  const graphConstants: KernelConstants = {
    ...numbers,
    MESSAGES: messages,
    LIFTING_SIZE: graph.liftingSize,
    COMPACT: compact ? 1 : 0,
    LISTS: tables.lists ? 1 : 0,
    CHECK_GROUP_AT: tables.checkGroupAt,
    ABSENT: graph.absent ?? NO_MESSAGE,
    SYNDROME: syndrome ? 1 : 0,
    STOP: stop,
    LAYERED: layered ? 1 : 0,
    COUNT_FLIPS: countFlips ? 1 : 0,
  };
  /** A workgroup has WORKGROUP_SIZE elements of a word, or `fastest` elements of WORKGROUP_SIZE words. */
  const dispatch = (
    kernel: string,
    [count, interleavedCount]: readonly [count: number, interleavedCount: number],
    constants: KernelConstants,
    buffers: readonly string[],
    of: KernelVariant = lanes,
  ): Dispatch => ({
    ...{ kernel, constants, variant: of, buffers },
    workgroups: Math.ceil(count / (frameInterleaved ? interleavedCount : WORKGROUP_SIZE)),
    framesPerWorkgroup: frameInterleaved ? WORKGROUP_SIZE * interleave : interleave,
  });
  /** One element for each workgroup, or as many as leave no more workgroups than a dispatch can have. */
  const perWorkgroup = (count: number) => [count, Math.ceil(count / WORKGROUPS_MAXIMUM)] as const;

  const pack = dispatch("binary/pack-llr", [variables, TILE_VARIABLES], { ...numbers, COPY: resident ? 0 : 1 }, [
    ...["symbol", "channel_llr", "channel", "posteriors"],
  ]);
  const packSyndrome = dispatch("binary/pack-syndrome", [checks, TILE_VARIABLES], numbers, [
    "row",
    "syndrome",
    "check_signs",
  ]);
  const decide = dispatch("binary/decide", [variables, TILE_VARIABLES], numbers, ["symbol", "posteriors", "decision"]);
  const input = syndrome ? [pack, packSyndrome] : [pack];
  /** What says which frames are worked on. */
  const state = frameInterleaved ? "active_words" : "unsatisfied";
  const checkBuffers = ["channel", "check_signs", state, "posteriors", "messages"];

  const buffers: Record<string, ProgramBuffer> = {
    symbol: constantBuffer(graph.symbol),
    check_groups: constantBuffer(tables.groups),
    graph: constantBuffer(tables.graph),
    channel_llr: frameBuffer("f32", variables),
    channel: frameBuffer("u32", variables, interleave),
    posteriors: frameBuffer("u32", variables, interleave),
    messages: frameBuffer("u32", countFlips ? 2 * messages : messages, interleave),
    check_signs: syndrome ? frameBuffer("u32", checks, interleave) : UNUSED_BUFFER,
    ...(syndrome ? { row: constantBuffer(graph.row), syndrome: frameBuffer("u32", checks) } : {}),
    unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
    decision: frameBuffer("u32", variables),
  };
  const bytes = 4 / interleave;
  const degreeOneEdges = graph.groups.reduce(
    (sum, group) => sum + (group.degreeOne === undefined ? 0 : group.count),
    0,
  );

  const ofVariables = layered ? undefined : variableLists(graph, compact);
  if (resident) {
    const invocations = layered ? residentInvocations(graph, limits) : floodingInvocations(graph, limits);
    const units = layered ? graph.groups.length : checks;
    const listsAt = tables.graph.length;
    const constants = {
      ...graphConstants,
      CORE: core,
      CHECK_GROUPS: graph.groups.length,
      ITERATIONS: spec.iterations,
      FIRST_TESTED: Math.ceil(units / FIRST_TESTED),
      INVOCATIONS: invocations,
      ...(ofVariables === undefined
        ? { LISTS_AT: 0, LIST_EDGES_AT: 0, BLOCK: 1 }
        : { LISTS_AT: listsAt, LIST_EDGES_AT: listsAt + ofVariables.start.length, BLOCK: ofVariables.block }),
    };
    const decode: Dispatch = {
      kernel: residentIterations.name,
      constants,
      variant: { ...variant, lists: degreeLists(graph.groups) },
      buffers: ["check_groups", "graph", ...checkBuffers],
      workgroups: 1,
      framesPerWorkgroup: interleave,
    };
    return {
      input: "bit",
      buffers: {
        ...buffers,
        ...(ofVariables === undefined
          ? {}
          : { graph: constantBuffer(Uint32Array.from([...tables.graph, ...ofVariables.start, ...ofVariables.edges])) }),
      },
      start: [...input, decode],
      iterate: [],
      repeats: 0,
      afterIterations: [decide],
      plan: [
        ...plan.notes,
        `${invocations} invocations and ${residentIterations.workgroupBytes(constants)} bytes per workgroup`,
      ],
      traffic: {
        edges: graph.edges,
        bytesPerIteration: bytes * ((layered ? 2 : 3) * messages + (layered ? 0 : core) + 2 * degreeOneEdges),
      },
    };
  }

  // Devices wait between dispatches; but a processor compiles kernels of many degrees for a minute, and those of one degree,
  // which layers share, soon.
  const anyDegree = !limits.software || unrolledEdges(graph.groups) <= SOFTWARE_EDGES;
  const oneKernel = (a: CheckGroup, b: CheckGroup) => anyDegree || sameDegree(a, b);
  const layers = checkRanges(graph.groups, (a, b) => a.layer === b.layer && oneKernel(a, b));
  const tested = checkRanges(graph.groups, oneKernel);
  const wordsPerInvocation = limits.software && !frameInterleaved ? SOFTWARE_WORDS : 1;
  const checkDispatch = (
    kernel: string,
    count: number,
    buffers: readonly string[],
    of: KernelVariant,
    together = 1,
  ): Dispatch => {
    const perWorkgroupCount = Math.max(together, perWorkgroup(count)[1]);
    const constants = {
      ...graphConstants,
      ITERATIONS: spec.iterations,
      WORDS_PER_INVOCATION: wordsPerInvocation,
      CHECKS_PER_WORKGROUP: perWorkgroupCount,
    };
    const made = dispatch(kernel, [count, perWorkgroupCount], constants, buffers, of);
    return { ...made, framesPerWorkgroup: made.framesPerWorkgroup! * wordsPerInvocation };
  };
  const update = layers.map(({ count, groups }, layer) =>
    checkDispatch("binary/check", count, ["check_groups", "graph", `layer_${layer}`, ...checkBuffers], {
      ...variant,
      lists: degreeLists(limits.software && anyDegree ? graph.groups : groups),
    }),
  );
  const sums =
    ofVariables === undefined
      ? []
      : [
          dispatch(
            "binary/variable",
            perWorkgroup(core),
            { ...graphConstants, CORE: core, BLOCK: ofVariables.block, VARIABLES_PER_WORKGROUP: perWorkgroup(core)[1] },
            ["variable_start", "variable_edges", "channel", "messages", state, "posteriors"],
          ),
        ];
  const testBuffers = ["check_signs", "posteriors", "unsatisfied", "active_words"];
  const check = tested.map(({ count, groups }, i) =>
    checkDispatch(
      "binary/syndrome",
      count,
      ["check_groups", "graph", `tested_${i}`, ...testBuffers],
      { ...lanes, lists: degreeLists(groups) },
      TESTED_TOGETHER,
    ),
  );
  const compacts = frameInterleaved && stop === 1;
  const list: Dispatch = {
    ...{ kernel: "binary/compact", constants: numbers, variant: lanes, buffers: ["unsatisfied", "active_words"] },
    workgroups: 1,
    framesPerWorkgroup: WORKGROUP_SIZE * interleave,
  };
  const overActive = (dispatches: readonly Dispatch[]) => dispatches.map((each) => ({ ...each, overActive: compacts }));
  const iteration = [...overActive([...update, ...sums, ...(stop === 1 ? check : [])]), ...(compacts ? [list] : [])];
  return {
    input: "bit",
    buffers: {
      ...buffers,
      active_words: compacts ? { ...frameBuffer("u32", 2 + ACTIVE_COUNTS, interleave), cleared: true } : UNUSED_BUFFER,
      ...rangeBuffers("layer", layers),
      ...rangeBuffers("tested", tested),
      ...(ofVariables === undefined
        ? {}
        : { variable_start: constantBuffer(ofVariables.start), variable_edges: constantBuffer(ofVariables.edges) }),
    },
    start: [...input, ...iteration],
    iterate: iteration,
    repeats: spec.iterations - 1,
    afterIterations: stop === 1 ? [decide] : [...check, decide],
    ...(compacts ? { active: { buffer: "active_words", framesPerSlot: interleave, elements: [1, 0] as const } } : {}),
    plan: plan.notes,
    traffic: {
      edges: graph.edges,
      bytesPerIteration:
        bytes * (4 * messages + (layered ? 0 : 2 * core) + 2 * degreeOneEdges + stop * (messages + degreeOneEdges)),
    },
  };
}

/** Whether the posteriors of one word of frames fit into the workgroup memory of a device. */
export function fitsWorkgroup({ core }: BinaryGraph, { workgroupBytes }: DeviceLimits): boolean {
  return residentIterations.workgroupBytes({ CORE: core }) <= workgroupBytes;
}

/** @throws InputError: what `fitsWorkgroup` says was asked for all the same. */
export function refuseResident(graph: BinaryGraph, { workgroupBytes }: DeviceLimits): never {
  throw new InputError(
    `mapping=resident needs ${residentIterations.workgroupBytes({ CORE: graph.core })} bytes of workgroup memory, the device has ${workgroupBytes}: use mapping=streaming or mapping=auto`,
  );
}

/** Checks that one dispatch updates, which stand together, and their groups. */
interface CheckRange {
  readonly first: number;
  readonly count: number;
  readonly groups: readonly CheckGroup[];
}

function rangeBuffers(name: string, ranges: readonly CheckRange[]): Record<string, ProgramBuffer> {
  return Object.fromEntries(
    ranges.map(({ first, count }, i) => [`${name}_${i}`, constantBuffer(Uint32Array.of(first, count))]),
  );
}

/** Runs of groups that may be done by one dispatch. */
function checkRanges(groups: readonly CheckGroup[], together: (a: CheckGroup, b: CheckGroup) => boolean): CheckRange[] {
  const ranges: CheckRange[] = [];
  groups.forEach((group, g) => {
    const last = ranges.at(-1);
    if (last === undefined || !together(groups[g - 1], group)) {
      ranges.push({ first: group.check, count: group.count, groups: [group] });
    } else {
      ranges[ranges.length - 1] = { ...last, count: last.count + group.count, groups: [...last.groups, group] };
    }
  });
  return ranges;
}

/** Edges of one check of each degree. */
function unrolledEdges(groups: readonly CheckGroup[]): number {
  return Object.values(degreeLists(groups))
    .flat()
    .reduce((sum, degree) => sum + degree, 0);
}

/** Whether one unrolled function serves both. */
function sameDegree(a: CheckGroup, b: CheckGroup): boolean {
  return a.degree === b.degree && (a.degreeOne === undefined) === (b.degreeOne === undefined);
}

/** Within a layer the order is free: by degree and size. */
function sortedGroups(groups: readonly CheckGroup[]): CheckGroup[] {
  const key = ({ degree, count, degreeOne }: CheckGroup) => [degree, count, degreeOne === undefined ? 0 : 1];
  return [...groups].sort((a, b) => {
    if (a.layer !== b.layer) return a.layer - b.layer;
    const [x, y] = [key(a), key(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? a.check - b.check : x[i] - y[i];
  });
}

function degreeLists(groups: readonly CheckGroup[]): Readonly<Record<string, readonly number[]>> {
  const degrees = (degreeOne: boolean) =>
    [
      ...new Set(groups.filter((group) => (group.degreeOne !== undefined) === degreeOne).map(({ degree }) => degree)),
    ].sort((a, b) => a - b);
  return { DEGREES0: degrees(false), DEGREES1: degrees(true) };
}

/** Invocations that share a layer's checks: about as many as a group has, whole multiples of RESIDENT_INVOCATIONS. */
function residentInvocations({ groups }: BinaryGraph, { workgroupSize }: DeviceLimits): number {
  const checks = largest(groups.map(({ count }) => count));
  const rounds = Math.ceil(checks / workgroupSize);
  return Math.min(workgroupSize, RESIDENT_INVOCATIONS * Math.ceil(checks / rounds / RESIDENT_INVOCATIONS));
}

/** Invocations that share all checks of a word, and all its variables: whole multiples of RESIDENT_INVOCATIONS. */
function floodingInvocations({ checks }: BinaryGraph, { workgroupSize }: DeviceLimits): number {
  return Math.min(workgroupSize, FLOODING_INVOCATIONS, RESIDENT_INVOCATIONS * Math.ceil(checks / RESIDENT_INVOCATIONS));
}

/** The graph as the kernels read it: buffers `groups` and `graph`. */
function graphTables(graph: BinaryGraph, compact: boolean) {
  const sorted = sortedGroups(graph.groups);
  const groups = new Uint32Array(CHECK_GROUP_WORDS * sorted.length);
  const checkGroup = new Uint32Array(graph.checks);
  const table = Array.from(compact ? graph.entries : messageVariables(graph));
  let lists = false;
  sorted.forEach(({ layer, count, degree, message, check, degreeOne, entry, indices }, g) => {
    let list = NO_LIST;
    if (compact && indices !== undefined) {
      lists = true;
      list = table.length;
      for (const i of indices) table.push(i);
    }
    const newLayer = g === 0 || sorted[g - 1].layer !== layer;
    const flags = (degreeOne === undefined ? 0 : HAS_DEGREE_ONE) | (newLayer ? NEW_LAYER : 0);
    groups.set([entry, message, check, degreeOne ?? 0, list, count, degree, flags], CHECK_GROUP_WORDS * g);
    checkGroup.fill(g, check, check + count);
  });
  const checkGroupAt = table.length;
  for (const g of checkGroup) table.push(g);
  return { groups, graph: Uint32Array.from(table), checkGroupAt, lists };
}
