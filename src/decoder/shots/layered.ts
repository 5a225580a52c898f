import { withRandom } from "../../../wgsl/common/random/parts.ts";
import { COUNTERS } from "../../../wgsl/statistics/index.ts";
import type { RandomGenerator } from "../../channel/random.ts";
import { variantOf } from "../../gpu/part.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer } from "../../gpu/program.ts";
import { binaryGraph } from "../binary/decoder.ts";
import { degreeLists, messageVariables } from "../binary/graph.ts";
import { BINARY_OPTIONS } from "../binary/options.ts";
import { binaryRules } from "../binary/rules/index.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import { PLAIN_NODES } from "../nodes/rules.ts";
import { randomOrders } from "../order.ts";
import { REPROCESS_OPTIONS } from "../reprocess/options.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../spec.ts";
import { flips } from "./coded.ts";
import { ALL_FRAMES, BLOCK, decodingGraph, type ModelCode, sharedWords } from "./model.ts";

/** Most passes, as wgsl/quantum/layered-shots.wgsl has them. */
const PASSES_MOST = 8;

/** Bytes of workgroup memory. @param words of a syndrome, and of observables. */
function layeredBytes(syndromeWords: number, observableWords: number): number {
  return 4 * (syndromeWords + observableWords) + 8;
}

/** Rules that the kernel has: a check's messages have two magnitudes. */
const RULES = ["min-sum", "normalised-min-sum", "offset-min-sum"];
/** Options that the kernel does not have, and the values that stand for that. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ...PLAIN_NODES,
  weights: "none",
  messages: "f32",
  mapping: "auto",
};
/** Most edges of a check: signs beside the place of the least magnitude. */
const DEGREE_MOST = 58;
/** Most edges of a check in registers at a time. With more of them a device has room for fewer workgroups. */
const UNROLLED = 16;
const INVOCATIONS = 256;
/** Workgroups that fill a large device. More of them gain nothing: their shots then leave its cache. */
const WORKGROUPS_MOST = 528;
/**
 * Iterations of the first pass; a shot takes three where decoding is worth while, and few shots are left. Each later pass has six times as
 * many.
 */
const FIRST_PASS = 48;
const LATER_PASS = 6;
/** Most words of a buffer for the shots in work. */
const LAYERED_WORDS = 2 ** 29;
const NO_PLACE = 2 ** 32 - 1;
/** Bits of a check's kind below the distance of its edges. */
const KIND_BITS = 8;

/**
 * Shots of an error model by a layered decoder of codes in one kernel (wgsl/quantum/layered-shots), with the counts of `codedShots`.
 * @returns undefined for a decoder, a model or a device that the kernel is not for.
 */
export function layeredShots(
  code: ModelCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  generator: RandomGenerator,
): DecoderProgram | undefined {
  if (!RULES.includes(spec.rule) || decodingGraph(code).pair !== undefined) return undefined;
  const { order = "natural", ...options } = { ...optionsOf(BINARY_OPTIONS, spec) };
  const { reprocess = "none", ensemble, pick } = optionsOf(REPROCESS_OPTIONS, spec);
  const isEnsemble = reprocess === "ensemble" && pick === "first" && order.startsWith("random");
  if (
    limits.simd === true ||
    limits.software ||
    limits.workgroupSize < INVOCATIONS ||
    stopConstant(spec) !== 1 ||
    options.schedule !== "layered" ||
    (reprocess !== "none" && !isEnsemble) ||
    Object.entries(LEFT_OUT).some(([name, wanted]) => (spec.options[name] ?? wanted) !== wanted)
  ) {
    return undefined;
  }
  const { columns, observables } = code.model;
  const { checkOfDetector, observableStart, observable } = decodingGraph(code);
  const detectorChecks = new Set(checkOfDetector);
  detectorChecks.delete(-1);
  const { columns: n, rows: checks, checkStart } = code.matrix;
  const observableWords = Math.ceil(observables / 32);
  const syndromeWords = Math.ceil(detectorChecks.size / 32);
  const room = Math.min(LAYERED_WORDS, (limits.bufferBytes ?? Number.POSITIVE_INFINITY) / 4);
  const workgroups = Math.min(WORKGROUPS_MOST, Math.floor(room / Math.max(n, 4 * checks)));
  if (
    workgroups === 0 ||
    code.base !== undefined ||
    checkStart.subarray(1).some((end, m) => end - checkStart[m] > DEGREE_MOST) ||
    layeredBytes(syndromeWords, observableWords) > limits.workgroupBytes
  ) {
    return undefined;
  }
  const graph = binaryGraph(code, { ...options, order });
  const { groups, layers, row, symbol } = graph;

  // Tables, by check and variable of the graph.
  const variables = messageVariables(graph);
  const checkTable = new Uint32Array(4 * checks);
  const tested: number[] = [];
  /**
   * Variables of the kernel: those that the same groups of checks read are neighbours, in the order in which neighbouring invocations first
   * read them. The checks of a group then share sectors of memory, which bounds the speed.
   */
  const placed = new Set<number>();
  const readers = new Array<string>(n).fill("");
  for (const [i, { count, degree, message, degreeOne }] of groups.entries()) {
    for (const variable of variables.subarray(message, message + degree * count)) {
      placed.add(symbol[variable]);
      readers[symbol[variable]] += `${i} `;
    }
    for (let t = 0; degreeOne !== undefined && t < count; t++) placed.add(symbol[degreeOne + t]);
  }
  for (let own = 0; own < n; own++) placed.add(own);
  const symbols = [...placed].sort((a, b) => (readers[a] < readers[b] ? -1 : Number(readers[a] > readers[b])));
  const variableOf = new Uint32Array(n);
  symbols.forEach((own, v) => {
    variableOf[own] = v;
  });
  const edges = new Uint32Array(variables.length);
  const ranges = new Uint32Array(2 * layers).fill(0);
  /** Places in the syndrome of the rows of H that are detectors. */
  const places = new Map([...detectorChecks].map((check, i) => [check, i]));
  for (const { layer, count, degree, message, check, degreeOne, isUntested } of groups) {
    if (ranges[2 * layer + 1] === 0) ranges[2 * layer] = check;
    ranges[2 * layer + 1] = check + count;
    for (let t = 0; t < count; t++) {
      const has = Number(degreeOne !== undefined);
      const own = degreeOne === undefined ? 0 : variableOf[symbol[degreeOne + t]];
      const kind = 2 * degree + has + 2 ** KIND_BITS * count;
      [message + t, kind, own, places.get(row[check + t]) ?? NO_PLACE].forEach((word, i) => {
        checkTable[i * checks + check + t] = word;
      });
      // The order of a check's edges is free.
      Uint32Array.from({ length: degree }, (_, k) => variableOf[symbol[variables[message + k * count + t]]])
        .sort()
        .forEach((variable, k) => {
          edges[message + k * count + t] = variable;
        });
      if (isUntested !== true) tested.push(check + t);
    }
  }
  const members = isEnsemble ? ensemble : 1;
  const natural = [Uint32Array.from({ length: layers }, (_, i) => i)];
  const orders = Array.from(
    { length: members },
    (_, member) => randomOrders(order, layers, spec.iterations, member) ?? natural,
  );
  /**
   * Of each pass its iterations, and the members that decode each shot. 0 members stand for the closing pass of an ensemble: it repeats the first
   * member that explained a shot, and counts.
   */
  const passes: number[][] = [];
  for (let limit = FIRST_PASS; 2 * limit < spec.iterations && passes.length < PASSES_MOST - 3; limit *= LATER_PASS) {
    passes.push([limit, 1]);
  }
  if (members === 1 || passes.length === 0) passes.push([spec.iterations, 1]);
  if (members > 1) passes.push([spec.iterations, members], [spec.iterations, 0]);
  /** Passes of one member list the shots that they leave to the next. A buffer has room for one list at least. */
  const lists = Math.max(1, passes.slice(0, -1).filter(([, each]) => each === 1).length);
  const observing = Array.from({ length: n }, (_, v) => v).filter((v) => observableStart[v] < observableStart[v + 1]);
  const { tables, at } = joined(
    {
      EDGES_AT: edges,
      TESTED_AT: tested,
      LAYERS_AT: ranges,
      ORDERS_AT: orders.flat().flatMap((order) => [...order]),
      PASSES_AT: passes.flat(),
      FLIPS_AT: flips(code, (check) => places.get(check)!, places.size),
      OBSERVING_AT: [...observing.flatMap((v) => [variableOf[v], observableStart[v]]), 0, observable.length],
      OBSERVED_AT: observable,
    },
    checkTable,
  );

  const arithmetic = binaryRules[spec.rule].arithmetic(spec);
  const variant = withRandom(
    generator,
    variantOf(
      { lanes: arithmetic.lanes, rule: arithmetic.rule },
      degreeLists(groups.filter(({ degree }) => degree <= UNROLLED)),
    ),
  );
  const blocks = Math.ceil(columns / BLOCK);
  // Padding edges are loaded, too, so the longest check is split evenly.
  const longest = Math.max(1, ...groups.map(({ degree }) => degree));
  const atOnce = Math.ceil(longest / Math.ceil(longest / UNROLLED));
  const shots: Dispatch = {
    kernel: "quantum/layered-shots",
    constants: {
      ...arithmetic.constants,
      ...at,
      INVOCATIONS,
      AT_ONCE: atOnce,
      WORKGROUPS: workgroups,
      N: n,
      CHECKS: checks,
      KIND_BITS,
      LAYERS: layers,
      ORDERS: orders[0].length,
      TESTED: tested.length,
      PASSES: passes.length,
      ITERATIONS: spec.iterations,
      MECHANISMS: columns,
      BLOCKS: blocks,
      PLACES: places.size,
      OBSERVING: observing.length,
      OBSERVABLE_WORDS: observableWords,
      SYNDROME_WORDS: syndromeWords,
    },
    variant,
    buffers: ["tables", "mechanisms", "model_priors", "posteriors", "states", "queue", "lists", "counters"],
    workgroups,
    framesPerWorkgroup: ALL_FRAMES,
  };
  return {
    input: "bit",
    priorOf: Uint32Array.from(symbols),
    traffic: { edges: graph.edges, bytesPerIteration: 8 * graph.messages + 24 * checks },
    buffers: {
      tables: constantBuffer(tables),
      mechanisms: sharedWords(2 * BLOCK * blocks),
      model_priors: { type: "f32", length: n, perFrame: false },
      posteriors: sharedWords(workgroups * n),
      states: sharedWords(workgroups * 4 * checks),
      queue: { ...sharedWords(2 * PASSES_MOST), cleared: true },
      lists: frameBuffer("u32", (2 + observableWords) * lists),
      counters: { type: "u32", length: COUNTERS, perFrame: true, perChunk: true, cleared: true },
    },
    start: [shots],
    iterate: [shots],
    repeats: passes.length - 1,
    afterIterations: [],
    sharesSlots: true,
    plan: [
      "one shot a workgroup, posteriors and messages in device memory",
      `layered, ${layers} layers${order.startsWith("random") ? " in a new order in every iteration" : ""}, passes of ${passes.map(([limit]) => limit).join(", ")} iterations`,
      ...(members > 1 ? [`an ensemble of ${members}, the first word`] : []),
    ],
  };
}

/** Tables one behind the other, and where each begins. */
function joined(
  tables: Readonly<Record<string, ArrayLike<number>>>,
  before: Uint32Array,
): { readonly tables: Uint32Array; readonly at: Readonly<Record<string, number>> } {
  const at: Record<string, number> = {};
  let length = before.length;
  for (const [name, table] of Object.entries(tables)) {
    at[name] = length;
    length += table.length;
  }
  const all = new Uint32Array(length);
  all.set(before);
  for (const [name, table] of Object.entries(tables)) all.set(table, at[name]);
  return { tables: all, at };
}
