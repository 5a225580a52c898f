import { InputError } from "../../errors.ts";
import type { DeviceLimits } from "../../gpu/program.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { EdgeRule } from "../nodes/rule.ts";
import { nodeRulesOf } from "../nodes/rules.ts";
import { variableRules } from "../nodes/variables/index.ts";
import { bestOrder, checkOrder, randomOrders, rowOrder } from "../order.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../spec.ts";
import { chipChoice, chipPays, chipProgram } from "./chip.ts";
import type { ChipGraph } from "./chip-graph.ts";
import { type BinaryGraph, quasiCyclicGraph, unstructuredGraph } from "./graph.ts";
import { BINARY_OPTIONS, type BinaryOptions } from "./options.ts";
import { residentBytes, residentProgram } from "./resident.ts";
import type { BinaryArithmetic, BinaryPlan } from "./rule.ts";
import { streamingProgram } from "./streaming.ts";

/**
 * Number of words of frames in flight from which they become the fastest dimension: the width that a GPU runs in
 * lockstep.
 */
const MANY_WORDS = 32;

/**
 * A binary decoder as a program, flooding or layered, and the graph that numbers its checks, variables and messages. Quasi-cyclic codes use
 * their base matrix where that is faster, else flat arrays as all other codes.
 */
export function binaryDecoder(
  arithmetic: BinaryArithmetic,
  code: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  {
    syndrome = false,
    frames = Number.POSITIVE_INFINITY,
    lanes = false,
    soft = false,
    member = 0,
    carried = false,
    carries = false,
  }: DecoderRequest = {},
): { readonly program: DecoderProgram; readonly graph: BinaryGraph } {
  const { field } = code.matrix;
  if (field.q !== 2) {
    const other = spec.rule === "sum-product" ? "qspa" : "min-max";
    throw new InputError(`${spec.rule} decodes codes over GF(2), not GF(${field.q}): use ${other}`);
  }
  const options = optionsOf(BINARY_OPTIONS, spec);
  const layered = options.schedule === "layered";
  const nodes = nodeRulesOf(spec, arithmetic.nodes);
  const valuesOf = nodes.variable.values?.(spec, code, member);
  const natural = binaryGraph(code, options, nodes.variable === variableRules.plain);
  const structured = natural.entries.length > 0;
  if (options.storage === "compact" && !structured) {
    throw new InputError(`storage=compact is for quasi-cyclic codes, ${code.name ?? "this code"} has no base matrix`);
  }
  const many = frames >= MANY_WORDS * arithmetic.lanes.interleave;
  const isRead = carried || carries || nodes.edge.isRead === true;
  const { chip, ...mapping } = chosenMapping(natural, arithmetic, options, limits, many, nodes.edge, isRead);
  // A processor looks up a variable in a table sooner than it computes the position in a circulant, and so does a GPU in a layered schedule.
  // The kernel for messages in registers has circulants as constants.
  const computes = chip !== undefined || (options.storage === "auto" && limits.simd !== true && !layered);
  const compact = structured && (computes || options.storage === "compact");
  const graph = chip ?? natural;
  const tables = arithmetic.tables?.(graph, code);
  const orders = randomOrders(options.order, graph.layers, spec.iterations, member);
  const notes = [
    layered ? layeringNote(graph, options, code) : "flooding",
    `${compact ? "compact base matrix" : "flat arrays"}, ${graph.variables - graph.core} variables of degree 1 out of the loop`,
    ...nodesNote(spec),
    mapping.resident ? "posteriors in workgroup memory" : "posteriors in device memory",
    ...(mapping.frameInterleaved ? ["frame-interleaved"] : []),
  ];
  // With early termination the posteriors of these variables need the signs after every iteration.
  const syndromeInChannel =
    syndrome &&
    stopConstant(spec) === 0 &&
    mapping.frameInterleaved &&
    limits.simd !== true &&
    arithmetic.lanes.hasSignBit === true;
  // A flooding schedule reads each message with its variable. With posteriors in workgroup memory a device is not bound by messages, and the
  // caches of a processor hold those of its frames.
  const compresses =
    arithmetic.hasMinima === true && layered && !mapping.resident && limits.simd !== true && nodes.edge.words === 0;
  const plan = {
    ...mapping,
    chip: chip !== undefined,
    layered,
    compact,
    // A GPU's invocations of neighbouring checks then no longer read neighbouring words.
    edgesByCheck: !compact && limits.simd === true,
    compressed: compresses ? 16 / arithmetic.lanes.interleave : 0,
    syndrome,
    syndromeInChannel,
    nodes,
    carried,
    ...(orders && { orders }),
    ...(valuesOf && { values: graph.symbol.map((symbol) => valuesOf[symbol]) }),
    ...(tables && { tables }),
    ...(arithmetic.lookUp && { lookUp: arithmetic.lookUp(code) }),
    lanes,
    // Decisions without a size have no LLRs.
    soft: soft && arithmetic.lookUp === undefined,
    notes,
  };
  const make = mapping.resident ? residentProgram : streamingProgram;
  const program =
    chip === undefined
      ? make(natural, spec, arithmetic, plan, limits)
      : chipProgram(chip, spec, arithmetic, plan, limits);
  return { program, graph };
}

interface Mapping extends Pick<BinaryPlan, "resident" | "frameInterleaved"> {
  /** The graph for messages in registers. */
  readonly chip?: ChipGraph;
}

/**
 * The mapping of a spec, or the mapping that suits code and device.
 * @param many whether the frames in flight fill a device with one word of frames in each invocation.
 * @param isRead whether reprocessing reads states of edges or posteriors after the iterations.
 */
function chosenMapping(
  graph: BinaryGraph,
  arithmetic: BinaryArithmetic,
  options: BinaryOptions,
  limits: DeviceLimits,
  many: boolean,
  edge: EdgeRule,
  isRead: boolean,
): Mapping {
  const { mapping, schedule } = options;
  const layered = schedule === "layered";
  const auto = mapping === "auto";
  const chip = chosenChip(graph, arithmetic, options, limits, edge, isRead);
  if (chip !== undefined) return { chip, resident: true, frameInterleaved: false };
  const fits = arithmetic.lookUp === undefined && residentBytes(graph) <= limits.workgroupBytes;
  if (mapping === "resident" && !fits) {
    throw new InputError(
      `mapping=resident needs ${residentBytes(graph)} bytes of workgroup memory, the device has ${limits.workgroupBytes}: use mapping=streaming or mapping=auto`,
    );
  }
  // On a software device workgroup memory is no faster than device memory. A few frames flood faster with the whole
  // device for each.
  const resident = mapping === "resident" || (fits && auto && !limits.software && (layered || many));
  const interleaves = limits.simd === true || (!limits.software && many);
  return { resident, frameInterleaved: mapping === "frames" || (auto && !resident && interleaves) };
}

/** The graph for messages in registers, where a spec has mapping=chip, or has mapping=auto and the device gains. */
function chosenChip(
  graph: BinaryGraph,
  arithmetic: BinaryArithmetic,
  options: BinaryOptions,
  limits: DeviceLimits,
  edge: EdgeRule,
  isRead: boolean,
): ChipGraph | undefined {
  const { mapping } = options;
  if (mapping !== "chip" && (mapping !== "auto" || limits.software)) return undefined;
  const chip = isRead ? "keeps nothing for reprocessing" : chipChoice(graph, arithmetic, options, limits);
  if (typeof chip !== "string") return mapping === "chip" || chipPays(chip, arithmetic, edge) ? chip : undefined;
  if (mapping === "chip") throw new InputError(`mapping=chip ${chip}: use mapping=auto`);
  return undefined;
}

/**
 * The graph of a code for a decoder with these options. @param degreeOne whether variables of degree 1 are out of the loop.
 */
export function binaryGraph(code: DecodableCode, options: BinaryOptions, degreeOne = true): BinaryGraph {
  const graph = graphOf(code, options, degreeOne);
  if (graph.core > 0) return graph;
  throw new InputError(
    "every check of the code has a single symbol, which no other check has: there is nothing to decode",
  );
}

function graphOf(code: DecodableCode, options: BinaryOptions, degreeOne: boolean): BinaryGraph {
  const { matrix, base } = code;
  const rule = options.layers ?? "none";
  // A compact graph has room for one missing one, the number that DVB-S2 has.
  if (base === undefined || base.absent.length > 1) {
    return unstructuredGraph(matrix, { rule, order: checkOrder(code, options.order) }, degreeOne, code.untested);
  }
  return quasiCyclicGraph(base, { rule, order: rowOrder(code, options.order) }, degreeOne);
}

/** The rules of variables and edges that a spec names. */
function nodesNote({ options }: DecoderSpec): string[] {
  return ["variable", "edge"].flatMap((name) => {
    const { [name]: rule = "plain" } = options;
    return rule === "plain" ? [] : [`${name}s ${rule}`];
  });
}

function layeringNote({ layers, groups }: BinaryGraph, options: BinaryOptions, code: DecodableCode): string {
  const order = options.order === "auto" ? bestOrder(code) : options.order;
  if (order?.startsWith("random")) return `layered, ${layers} layers in a new order in every iteration`;
  const name = { natural: "", descending: "descending", searched: "a searched" }[order ?? "natural"] ?? "the given";
  const visited = name === "" ? "" : `, rows in ${name} order`;
  return `layered, ${layers} layers of ${groups.length} groups of checks${visited}`;
}
