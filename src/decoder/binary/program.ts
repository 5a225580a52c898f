import { InputError } from "../../errors.ts";
import { largest } from "../../extremes.ts";
import { GROUP_WORDS, HAS_LEAF, NEW_LAYER, NO_LIST, NO_MESSAGE } from "../../kernel/check-groups.ts";
import { checkLayers } from "../../kernel/check-layers.ts";
import type { KernelConstants, KernelVariant } from "../../kernel/kernel.ts";
import { lanesOf } from "../../kernel/lanes/lanes.ts";
import { OPEN_COUNTS } from "../../kernel/open-words.ts";
import { GROUP, GROUPS_MAXIMUM } from "../../kernel/range.ts";
import { TURNED_VARIABLES } from "../../kernel/word-places.ts";
import {
  constantBuffer,
  type DecoderProgram,
  type DeviceLimits,
  frameBuffer,
  type ProgramBuffer,
  type Stage,
  UNUSED_BUFFER,
} from "../program.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { type BinaryGraph, type CheckGroup, messageVariables } from "./graph.ts";
import { variableLists } from "./variable-lists.ts";

/** How a binary decoder computes: files of wgsl/shared and what they are specialised by. */
export interface BinaryArithmetic {
  readonly lanes: string;
  readonly rule: string;
  readonly constants: KernelConstants;
}

/** What was chosen for a code and device. */
export interface BinaryPlan {
  readonly layered: boolean;
  readonly compact: boolean;
  /** Posteriors in workgroup memory and all iterations in one dispatch. */
  readonly resident: boolean;
  /** Frames are fastest in memory; not with `resident`. */
  readonly framesFastest: boolean;
  readonly syndrome: boolean;
  /** Changes of the signs of variable-to-check messages are counted; with `framesFastest` only. */
  readonly countFlips: boolean;
  readonly words: readonly string[];
}

/** Part of a resident decoder's groups of checks that is asked first whether a frame is done. */
const FIRST_ASKED = 8;

/** Edges that a kernel for software devices unrolls at most, where it could have several degrees. */
const SOFTWARE_EDGES = 24;

/**
 * Checks that a work item asks one after the other where frames are fastest: the first that fails ends it, so frames that are
 * far from done cost little.
 */
const ASKED_TOGETHER = 32;

/** Words of one work item on software devices, where looking up a variable costs as much as loading its posterior. */
const SOFTWARE_WORDS = 8;

/** Most work items of a resident flooding decoder: more of them wait for one another twice an iteration. */
const FLOODING_ITEMS = 256;

/** Resident workgroups are whole multiples of this: a subgroup of NVIDIA's. */
const RESIDENT_ITEMS = 32;

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
  const { layered, compact, resident, framesFastest, syndrome, countFlips } = plan;
  const variant: KernelVariant = { imports: { lanes: arithmetic.lanes, rule: arithmetic.rule } };
  const lanes: KernelVariant = { imports: { lanes: arithmetic.lanes } };
  const { framesPerWord } = lanesOf(lanes);
  const stop = stopConstant(spec);
  const tables = graphTables(graph, compact);
  const numbers: KernelConstants = {
    ...arithmetic.constants,
    N: variables,
    CHECKS: checks,
    FRAMES_FASTEST: framesFastest ? 1 : 0,
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
  /** A workgroup has GROUP elements of a word, or `fastest` elements of GROUP words. */
  const stage = (
    kernel: string,
    [count, fastest]: readonly [count: number, fastest: number],
    constants: KernelConstants,
    buffers: readonly string[],
    of: KernelVariant = lanes,
  ): Stage => ({
    ...{ kernel, constants, variant: of, buffers },
    groups: Math.ceil(count / (framesFastest ? fastest : GROUP)),
    framesPerWord: framesFastest ? GROUP * framesPerWord : framesPerWord,
  });
  /** One element for each workgroup, or as many as leave no more workgroups than a dispatch can have. */
  const few = (count: number) => [count, Math.ceil(count / GROUPS_MAXIMUM)] as const;

  const pack = stage("pack-llr", [variables, TURNED_VARIABLES], { ...numbers, COPY: resident ? 0 : 1 }, [
    ...["symbol", "channel_llr", "channel", "posteriors"],
  ]);
  const packSyndrome = stage("pack-syndrome", [checks, TURNED_VARIABLES], numbers, ["row", "syndrome", "check_signs"]);
  const decide = stage("bit-decision", [variables, TURNED_VARIABLES], numbers, ["symbol", "posteriors", "decision"]);
  const input = syndrome ? [pack, packSyndrome] : [pack];
  /** What says which frames are worked on. */
  const state = framesFastest ? "open_words" : "unsatisfied";
  const checkBuffers = ["channel", "check_signs", state, "posteriors", "messages"];

  const buffers: Record<string, ProgramBuffer> = {
    symbol: constantBuffer(graph.symbol),
    groups: constantBuffer(tables.groups),
    graph: constantBuffer(tables.graph),
    channel_llr: frameBuffer("f32", variables),
    channel: frameBuffer("u32", variables, framesPerWord),
    posteriors: frameBuffer("u32", variables, framesPerWord),
    messages: frameBuffer("u32", countFlips ? 2 * messages : messages, framesPerWord),
    check_signs: syndrome ? frameBuffer("u32", checks, framesPerWord) : UNUSED_BUFFER,
    ...(syndrome ? { row: constantBuffer(graph.row), syndrome: frameBuffer("u32", checks) } : {}),
    unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
    decision: frameBuffer("u32", variables),
  };
  const bytes = 4 / framesPerWord;
  const withLeaf = graph.groups.reduce((sum, group) => sum + (group.leaf === undefined ? 0 : group.count), 0);

  const ofVariables = layered ? undefined : variableLists(graph, compact);
  if (resident) {
    const workItems = layered ? residentItems(graph, limits) : floodingItems(graph, limits);
    const units = layered ? graph.groups.length : checks;
    const listsAt = tables.graph.length;
    const constants = {
      ...graphConstants,
      CORE: core,
      CHECK_GROUPS: graph.groups.length,
      ITERATIONS: spec.iterations,
      FIRST_ASKED: Math.ceil(units / FIRST_ASKED),
      WORK_ITEMS: workItems,
      ...(ofVariables === undefined
        ? { LISTS_AT: 0, LIST_EDGES_AT: 0, BLOCK: 1 }
        : { LISTS_AT: listsAt, LIST_EDGES_AT: listsAt + ofVariables.start.length, BLOCK: ofVariables.block }),
    };
    const decode: Stage = {
      kernel: checkLayers.name,
      constants,
      variant: { ...variant, lists: degreeLists(graph.groups) },
      buffers: ["groups", "graph", ...checkBuffers],
      groups: 1,
      framesPerWord,
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
      finish: [decide],
      plan: [...plan.words, `${workItems} work items and ${checkLayers.workgroupBytes(constants)} bytes per workgroup`],
      traffic: {
        edges: graph.edges,
        bytesPerIteration: bytes * ((layered ? 2 : 3) * messages + (layered ? 0 : core) + 2 * withLeaf),
      },
    };
  }

  // Devices wait between dispatches; but a processor compiles kernels of many degrees for a minute, and those of one degree,
  // which layers share, soon.
  const anyDegree = !limits.software || unrolledEdges(graph.groups) <= SOFTWARE_EDGES;
  const oneKernel = (a: CheckGroup, b: CheckGroup) => anyDegree || sameDegree(a, b);
  const layers = checkRanges(graph.groups, (a, b) => a.layer === b.layer && oneKernel(a, b));
  const asked = checkRanges(graph.groups, oneKernel);
  const wordsPerItem = limits.software && !framesFastest ? SOFTWARE_WORDS : 1;
  const checkStage = (
    kernel: string,
    count: number,
    buffers: readonly string[],
    of: KernelVariant,
    together = 1,
  ): Stage => {
    const perGroup = Math.max(together, few(count)[1]);
    const constants = {
      ...graphConstants,
      ITERATIONS: spec.iterations,
      WORDS_PER_ITEM: wordsPerItem,
      CHECKS_PER_GROUP: perGroup,
    };
    const made = stage(kernel, [count, perGroup], constants, buffers, of);
    return { ...made, framesPerWord: made.framesPerWord! * wordsPerItem };
  };
  const update = layers.map(({ count, groups }, layer) =>
    checkStage("check-update", count, ["groups", "graph", `layer_${layer}`, ...checkBuffers], {
      ...variant,
      lists: degreeLists(limits.software && anyDegree ? graph.groups : groups),
    }),
  );
  const sums =
    ofVariables === undefined
      ? []
      : [
          stage(
            "variable-sums",
            few(core),
            { ...graphConstants, CORE: core, BLOCK: ofVariables.block, VARIABLES_PER_GROUP: few(core)[1] },
            ["variable_start", "variable_edges", "channel", "messages", state, "posteriors"],
          ),
        ];
  const askBuffers = ["check_signs", "posteriors", "unsatisfied", "open_words"];
  const check = asked.map(({ count, groups }, i) =>
    checkStage(
      "check-syndrome",
      count,
      ["groups", "graph", `asked_${i}`, ...askBuffers],
      { ...lanes, lists: degreeLists(groups) },
      ASKED_TOGETHER,
    ),
  );
  const lists = framesFastest && stop === 1;
  const list: Stage = {
    ...{ kernel: "list-words", constants: numbers, variant: lanes, buffers: ["unsatisfied", "open_words"] },
    groups: 1,
    framesPerWord: GROUP * framesPerWord,
  };
  const ofLeft = (stages: readonly Stage[]) => stages.map((each) => ({ ...each, ofLeft: lists }));
  const iteration = [...ofLeft([...update, ...sums, ...(stop === 1 ? check : [])]), ...(lists ? [list] : [])];
  return {
    input: "bit",
    buffers: {
      ...buffers,
      open_words: lists ? { ...frameBuffer("u32", 2 + OPEN_COUNTS, framesPerWord), cleared: true } : UNUSED_BUFFER,
      ...rangeBuffers("layer", layers),
      ...rangeBuffers("asked", asked),
      ...(ofVariables === undefined
        ? {}
        : { variable_start: constantBuffer(ofVariables.start), variable_edges: constantBuffer(ofVariables.edges) }),
    },
    start: [...input, ...iteration],
    iterate: iteration,
    repeats: spec.iterations - 1,
    finish: stop === 1 ? [decide] : [...check, decide],
    ...(lists ? { left: { buffer: "open_words", framesPerPlace: framesPerWord, elements: [1, 0] as const } } : {}),
    plan: plan.words,
    traffic: {
      edges: graph.edges,
      bytesPerIteration:
        bytes * (4 * messages + (layered ? 0 : 2 * core) + 2 * withLeaf + stop * (messages + withLeaf)),
    },
  };
}

/** Whether the posteriors of one word of frames fit into the workgroup memory of a device. */
export function fitsWorkgroup({ core }: BinaryGraph, { workgroupBytes }: DeviceLimits): boolean {
  return checkLayers.workgroupBytes({ CORE: core }) <= workgroupBytes;
}

/** @throws InputError: what `fitsWorkgroup` says was asked for all the same. */
export function refuseResident(graph: BinaryGraph, { workgroupBytes }: DeviceLimits): never {
  throw new InputError(
    `mapping=resident needs ${checkLayers.workgroupBytes({ CORE: graph.core })} bytes of workgroup memory, the device has ${workgroupBytes}: use mapping=streaming or mapping=auto`,
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
  return a.degree === b.degree && (a.leaf === undefined) === (b.leaf === undefined);
}

/** Within a layer the order is free: by degree and size. */
function sortedGroups(groups: readonly CheckGroup[]): CheckGroup[] {
  const key = ({ degree, count, leaf }: CheckGroup) => [degree, count, leaf === undefined ? 0 : 1];
  return [...groups].sort((a, b) => {
    if (a.layer !== b.layer) return a.layer - b.layer;
    const [x, y] = [key(a), key(b)];
    const i = x.findIndex((value, j) => value !== y[j]);
    return i < 0 ? a.check - b.check : x[i] - y[i];
  });
}

function degreeLists(groups: readonly CheckGroup[]): Readonly<Record<string, readonly number[]>> {
  const degrees = (leaf: boolean) =>
    [...new Set(groups.filter((group) => (group.leaf !== undefined) === leaf).map(({ degree }) => degree))].sort(
      (a, b) => a - b,
    );
  return { DEGREES0: degrees(false), DEGREES1: degrees(true) };
}

/** Work items that share a layer's checks: about as many as a group has, whole multiples of RESIDENT_ITEMS. */
function residentItems({ groups }: BinaryGraph, { workgroupSize }: DeviceLimits): number {
  const checks = largest(groups.map(({ count }) => count));
  const rounds = Math.ceil(checks / workgroupSize);
  return Math.min(workgroupSize, RESIDENT_ITEMS * Math.ceil(checks / rounds / RESIDENT_ITEMS));
}

/** Work items that share all checks of a word, and all its variables: whole multiples of RESIDENT_ITEMS. */
function floodingItems({ checks }: BinaryGraph, { workgroupSize }: DeviceLimits): number {
  return Math.min(workgroupSize, FLOODING_ITEMS, RESIDENT_ITEMS * Math.ceil(checks / RESIDENT_ITEMS));
}

/** The graph as the kernels read it: buffers `groups` and `graph`. */
function graphTables(graph: BinaryGraph, compact: boolean) {
  const sorted = sortedGroups(graph.groups);
  const groups = new Uint32Array(GROUP_WORDS * sorted.length);
  const checkGroup = new Uint32Array(graph.checks);
  const table = Array.from(compact ? graph.entries : messageVariables(graph));
  let lists = false;
  sorted.forEach(({ layer, count, degree, message, check, leaf, entry, indices }, g) => {
    let list = NO_LIST;
    if (compact && indices !== undefined) {
      lists = true;
      list = table.length;
      for (const i of indices) table.push(i);
    }
    const newLayer = g === 0 || sorted[g - 1].layer !== layer;
    const flags = (leaf === undefined ? 0 : HAS_LEAF) | (newLayer ? NEW_LAYER : 0);
    groups.set([entry, message, check, leaf ?? 0, list, count, degree, flags], GROUP_WORDS * g);
    checkGroup.fill(g, check, check + count);
  });
  const checkGroupAt = table.length;
  for (const g of checkGroup) table.push(g);
  return { groups, graph: Uint32Array.from(table), checkGroupAt, lists };
}
