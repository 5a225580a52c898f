import { galoisTableBytes, galoisTables } from "../../../wgsl/common/arithmetic/galois.ts";
import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { ALL_FRAMES } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecoderOption, DecoderOptions, OptionValue } from "../option.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { decoderSteps, interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, optionsOf, stopConstant } from "../spec.ts";

const SYMBOLS = { onlyWith: ["mapping", "symbols"], how: true } as const satisfies Partial<DecoderOption>;

/** The options of mapping=symbols; both ablations of the paper, and its C. The layouts are in the paper's notation: the first index is fastest. */
export const SYMBOL_MAPPING_OPTIONS = {
  metrics: {
    ...SYMBOLS,
    default: "auto",
    choices: ["auto", "workgroup", "storage"],
    description: "memory of the F/B metrics",
  },
  layout: { ...SYMBOLS, default: "NqM", choices: ["NqM", "MNq"], description: "layout of the messages" },
  checksPerGroup: { ...SYMBOLS, default: 0, description: "check nodes per workgroup; 0 chooses" },
  symbolsPerItem: { ...SYMBOLS, default: 0, description: "field elements per invocation; 0 chooses" },
} as const satisfies DecoderOptions;

/** Invocations per workgroup aimed at when the checks per workgroup are not given: four NVIDIA subgroups. */
const INVOCATIONS = 128;

/** Symbols per invocation on software devices: on lavapipe 8 is three times as fast as 1, and no slower than 16. */
const SOFTWARE_SYMBOLS = 8;
/** More do not fit the registers of any device. */
const SYMBOLS_MAXIMUM = 16;

/** Bytes of workgroup memory of reproductions/min-max-symbols/check. */
function bytesOf({ Q, DEGREE, CHECKS_PER_WORKGROUP, METRICS_IN_STORAGE }: KernelConstants): number {
  const vectors = 8 * CHECKS_PER_WORKGROUP * Q;
  return galoisTableBytes(Q) + vectors + (METRICS_IN_STORAGE === 1 ? 4 : vectors * DEGREE);
}

/**
 * The paper's mapping of Min-Max check nodes: C·q invocations for C checks, F/B metrics in workgroup memory where they
 * fit, else in storage memory (Wang et al. 2012, sections IV-B and IV-E).
 * @param messages elements of one frame's message array.
 */
function checkNodes(
  { q, checks, checkDegreeMaximum: degree }: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  messages: number,
  syndrome: boolean,
): { readonly dispatch: Dispatch; readonly metrics: ProgramBuffer; readonly plan: readonly string[] } {
  const { metrics = "auto", checksPerGroup = 0, symbolsPerItem = 0 } = optionsOf(SYMBOL_MAPPING_OPTIONS, spec);
  const symbols = symbolsOf(q, symbolsPerItem, limits);
  const constants = (perWorkgroup: number, inStorage: boolean): KernelConstants => ({
    Q: q,
    M: checks,
    MESSAGES: messages,
    DEGREE: degree,
    CHECKS_PER_WORKGROUP: perWorkgroup,
    SYMBOLS_PER_INVOCATION: symbols,
    METRICS_IN_STORAGE: inStorage ? 1 : 0,
    SYNDROME: syndrome ? 1 : 0,
    STOP: stopConstant(spec),
  });
  const bytes = (perWorkgroup: number, inStorage: boolean) => bytesOf(constants(perWorkgroup, inStorage));
  const fits = (perWorkgroup: number, inStorage: boolean) => bytes(perWorkgroup, inStorage) <= limits.workgroupBytes;

  const inStorage = metrics === "storage" || (metrics === "auto" && !fits(1, false));
  if (!fits(1, inStorage)) {
    const remedy = inStorage ? "choose another adapter" : "use metrics=storage or metrics=auto";
    throw new InputError(
      `min-max over GF(${q}) with check degree ${degree} needs ${bytes(1, inStorage)} bytes of workgroup memory, the device has ${limits.workgroupBytes}: ${remedy}`,
    );
  }
  let perWorkgroup = checksPerGroup;
  if (perWorkgroup === 0) {
    // The largest power of two that stays within the invocations aimed at, half of the workgroup memory, and the checks.
    const roomy = (n: number) =>
      (n * q) / symbols <= Math.min(INVOCATIONS, limits.workgroupSize) &&
      n < 2 * checks &&
      2 * bytes(n, inStorage) <= limits.workgroupBytes;
    for (perWorkgroup = 1; roomy(2 * perWorkgroup); ) perWorkgroup *= 2;
  }
  const size = (perWorkgroup * q) / symbols;
  if (size > limits.workgroupSize || !fits(perWorkgroup, inStorage)) {
    throw new InputError(
      `checksPerGroup=${perWorkgroup} over GF(${q}) needs ${size} invocations and ${bytes(perWorkgroup, inStorage)} bytes per workgroup; the device has ${limits.workgroupSize} and ${limits.workgroupBytes}: choose fewer`,
    );
  }
  const several = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  return {
    dispatch: {
      kernel: "reproductions/min-max-symbols/check",
      constants: constants(perWorkgroup, inStorage),
      buffers: [
        "check_start",
        "check_edges",
        "galois_tables",
        "variable_to_check",
        "unsatisfied",
        "syndrome",
        "check_to_variable",
        "metrics",
      ],
      workgroups: Math.ceil(checks / perWorkgroup),
    },
    metrics: inStorage ? frameBuffer("f32", checks * 2 * degree * q) : { ...frameBuffer("f32", 1), perFrame: false },
    plan: [
      `F/B metrics in ${inStorage ? "storage" : "workgroup"} memory`,
      `${several(perWorkgroup, "check")} of ${q / symbols} invocations per workgroup, ${several(symbols, "symbol")} each, ${bytes(perWorkgroup, inStorage)} bytes`,
    ],
  };
}

/**
 * Field elements per invocation: one, as in the paper, except on software devices. Software devices pay for every load
 * of an invocation, and S elements share 2·S loads for S² pairs of a trellis step. On hardware loads S apart collide in
 * the banks of shared memory. Results are equal for every S.
 */
function symbolsOf(q: number, requested: number, { software }: DeviceLimits): number {
  if (requested === 0) return software ? Math.min(q, SOFTWARE_SYMBOLS) : 1;
  if (q % requested === 0 && requested <= SYMBOLS_MAXIMUM) return requested;
  throw new InputError(
    `symbolsPerItem=${requested}: over GF(${q}) choose a power of two up to ${Math.min(q, SYMBOLS_MAXIMUM)}`,
  );
}

/**
 * Index tables of a graph for a message layout. Symbol a of an edge's message is at base + a·stride, so the layout is
 * data: kernels are the same for all. With slot i the edge's place in its check m (Wang et al. 2012, section IV-F, first
 * index fastest):
 * - `NqM`: m·(degree·q) + a·degree + i, a check node's block together;
 * - `MNq`: a·(M·D) + i·M + m, D the largest degree, a symbol's q values far apart.
 */
function graphBuffers(graph: TannerGraph, layout: OptionValue<typeof SYMBOL_MAPPING_OPTIONS.layout>) {
  const { checks, edges, q, checkStart, edgeCheck, checkDegreeMaximum } = graph;
  const checkEdges = new Uint32Array(4 * edges);
  for (let e = 0; e < edges; e++) {
    const m = edgeCheck[e];
    const i = e - checkStart[m];
    const [base, stride] =
      layout === "NqM"
        ? [checkStart[m] * q + i, checkStart[m + 1] - checkStart[m]]
        : [i * checks + m, checks * checkDegreeMaximum];
    checkEdges.set([graph.edgeVariable[e], graph.edgeValue[e], base, stride], 4 * e);
  }
  const variableEdges = new Uint32Array(2 * edges);
  graph.variableEdge.forEach((e, k) => {
    variableEdges.set(checkEdges.subarray(4 * e + 2, 4 * e + 4), 2 * k);
  });
  return {
    buffers: {
      check_start: constantBuffer(checkStart),
      check_edges: constantBuffer(checkEdges),
      variable_start: constantBuffer(graph.variableStart),
      variable_edges: constantBuffer(variableEdges),
    },
    /** Elements of one frame's message array. */
    messages: layout === "NqM" ? edges * q : checks * checkDegreeMaximum * q,
  };
}

/**
 * Min-Max over GF(q) in the paper's mapping as a program. Flooding; one iteration is check nodes, decision, syndrome, then (before the next)
 * variable nodes and normalisation, so that the last iteration computes no unused messages.
 */
export function symbolDecoder(
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const { layout = "NqM" } = optionsOf(SYMBOL_MAPPING_OPTIONS, spec);
  const graph = tannerGraph(matrix);
  const { q: Q, checks: M, variables: N, edges: E } = graph;
  const { buffers, messages: MESSAGES } = graphBuffers(graph, layout);
  const nodes = checkNodes(graph, spec, limits, MESSAGES, syndrome);
  const STOP = stopConstant(spec);
  const dispatch = (kernel: string, workgroups: number, constants: KernelConstants, buffers: readonly string[]) => ({
    kernel: `reproductions/min-max-symbols/${kernel}`,
    constants: { Q, N, MESSAGES, STOP, ...constants },
    buffers,
    workgroups: Math.ceil(workgroups),
  });
  // Of the kernels with one invocation per field element: about 64 items.
  const perWorkgroup = Math.max(1, Math.floor(Math.min(WORKGROUP_SIZE, limits.workgroupSize) / Q));
  const symbolwise = { VARIABLES_PER_WORKGROUP: perWorkgroup };
  const ofVariables = ["variable_start", "variable_edges", "channel_llr"];
  const received = [...ofVariables, "check_to_variable", "unsatisfied"];
  const SYNDROME = syndrome ? 1 : 0;
  const phases = {
    pack: [dispatch("init", N / perWorkgroup, symbolwise, [...ofVariables, "variable_to_check"])],
    variable: [
      dispatch("variable", N / perWorkgroup, symbolwise, [...received, "variable_to_check"]),
      dispatch("normalise", E / WORKGROUP_SIZE, { E }, ["check_edges", "unsatisfied", "variable_to_check"]),
    ],
    // An iteration decides and tests in any case, so decision and test stand with the check nodes, and nothing follows the iterations.
    check: [
      nodes.dispatch,
      dispatch("decide", N / WORKGROUP_SIZE, {}, [...received, "decision"]),
      dispatch("syndrome", M / WORKGROUP_SIZE, { M, SYNDROME }, [
        "check_start",
        "check_edges",
        "galois_tables",
        "decision",
        "syndrome",
        "unsatisfied",
      ]),
    ],
    syndrome: [],
    active: ALL_FRAMES,
    decide: [],
  };
  return {
    input: "symbol",
    buffers: {
      ...buffers,
      metrics: nodes.metrics,
      ...interfaceBuffers(spec, N * Q, N),
      galois_tables: constantBuffer(galoisTables(matrix.field)),
      syndrome: syndrome ? frameBuffer("u32", M) : UNUSED_BUFFER,
      variable_to_check: frameBuffer("f32", MESSAGES),
      check_to_variable: frameBuffer("f32", MESSAGES),
    },
    // The first messages to the checks are the channel's.
    ...decoderSteps(spec, phases, { order: ["variable", "check"], notAtFirst: ["variable"] }),
    // Check nodes read and write the messages, decisions read them, variable nodes and normalisation read and write them; decisions and
    // variable nodes read the channel LLRs.
    traffic: { edges: E, bytesPerIteration: 4 * (7 * MESSAGES + 2 * N * Q) },
    plan: [`an invocation for each field element, flooding, message layout ${layout}`, ...nodes.plan],
  };
}
