import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
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
import { nodesPerWorkgroup } from "../node-dispatch.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderPhases, decoderSteps, interfaceBuffers, type Phase } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

/** The numbers of decoders whose votes count by their distance. */
export interface VoteNumbers {
  /** STEPS_PER_LLR_BITS of wgsl/majority-logic/steps. */
  readonly constants: KernelConstants;
  /** The largest LLR in steps. */
  readonly largest: number;
  /** The weight of a vote, a whole number of units, by the number of bits in which it differs. */
  readonly byDistance: readonly number[];
}

/** The parameters that distinguish the decoders of votes for symbols: the first reliabilities and the weights of votes. */
export interface FirstReliabilities {
  /** SOFT, FIRST and STEPS_PER_LLR_BITS of wgsl/majority-logic/init-variables. */
  readonly constants: KernelConstants;
  /** The heaviest vote. */
  readonly largestWeight: number;
  /** The greatest first reliability. */
  readonly greatest: number;
}

/** Decisions that an invocation writes side by side: 32 bytes, one transaction of device memory. */
const DECISIONS = 8;
/** Largest sum of a variable's votes and LLRs in steps: wgsl/majority-logic/gain has 24 bits. */
const GAIN_MAXIMUM = 2 ** 23 - 1;
/** Most checks of a variable: an invocation has a word for each, and WGSL promises 8 KiB. */
const DEGREE_MAXIMUM = 1024;

/** The graph in the layout of the kernels: each edge holds its factor. */
function graphBuffers(graph: TannerGraph, field: GaloisField) {
  const { q, edgeVariable, edgeCheck, edgeValue, variableEdge } = graph;
  const pairs = (edges: Uint32Array, pair: (edge: number) => number[]) => Uint32Array.from([...edges].flatMap(pair));
  return {
    check_start: graph.checkStart,
    check_edges: pairs(Uint32Array.from(edgeValue.keys()), (e) => [edgeVariable[e], edgeValue[e]]),
    variable_start: graph.variableStart,
    variable_edges: pairs(variableEdge, (e) => [edgeCheck[e], inverse(field, edgeValue[e])]),
    products: Uint32Array.from({ length: q * q }, (_, i) => multiply(field, Math.floor(i / q), i % q)),
  };
}

/** A decoder of the family: what it has beside the others. */
interface Own {
  readonly tables: Readonly<Record<string, Uint32Array>>;
  readonly words: Readonly<Record<string, number>>;
  readonly buffers?: Readonly<Record<string, ProgramBuffer>>;
  readonly phases: Partial<DecoderPhases>;
  readonly order: readonly Phase[];
  readonly invocations: string;
  readonly wordsPerIteration: number;
}

/** Makes a decoder of the family. Memory is frame-interleaved but for the decoder's inputs and outputs. */
function majorityProgram(
  graph: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  syndrome: boolean,
  make: (
    /** Makes a dispatch of a kernel of wgsl/majority-logic over `count` nodes of 64 frames. */
    dispatch: (kernel: string, count: number, own: KernelConstants, buffers: readonly string[]) => Dispatch,
    /** The name of the buffer of syndromes. */
    given: string,
  ) => Own,
): DecoderProgram {
  const { q, checks, variables, edges } = graph;
  const dispatch = (kernel: string, count: number, own: KernelConstants, buffers: readonly string[], least = 1) => {
    const NODES_PER_WORKGROUP = nodesPerWorkgroup(count, limits, least);
    return {
      kernel: `majority-logic/${kernel}`,
      constants: { ...own, NODES_PER_WORKGROUP },
      buffers,
      workgroups: Math.ceil(count / NODES_PER_WORKGROUP),
      framesPerWorkgroup: WORKGROUP_SIZE,
    };
  };
  const given = syndrome ? "syndrome" : "unused_syndrome";
  const { tables, words, buffers, phases, order, invocations, wordsPerIteration } = make(dispatch, given);
  const each = <T>(record: Readonly<Record<string, T>>, buffer: (value: T) => ProgramBuffer) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, buffer(value)]));
  const decide = dispatch("decide", variables, { N: variables }, ["variable_words", "decision"], DECISIONS);
  const none = { pack: [], variable: [], check: [], syndrome: [], active: ALL_FRAMES, decide: [decide] };
  return {
    input: "symbol",
    buffers: {
      ...each(tables, constantBuffer),
      ...interfaceBuffers(spec, variables * q, variables),
      [given]: syndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      ...buffers,
      ...each({ variable_words: variables, ...words }, (length) => frameBuffer("u32", length)),
    },
    ...decoderSteps(spec, { ...none, ...phases }, { order }),
    plan: [`${WORKGROUP_SIZE} frames per workgroup, an invocation for ${invocations}`],
    traffic: { edges, bytesPerIteration: 4 * wordsPerIteration },
  };
}

/**
 * Majority-logic decoding over GF(q) as a program. An iteration is votes, reliabilities and decisions of the variables,
 * then the failures of the checks, which serve both the stopping test and the next votes.
 */
export function mlgdProgram(
  { constants, largestWeight: LARGEST, greatest }: FirstReliabilities,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const graph = tannerGraph(matrix);
  const { q: Q, checks: M, variables: N, edges, variableDegreeMaximum: degree } = graph;
  if (greatest + spec.iterations * degree * LARGEST >= 2 ** 32) {
    throw new InputError(
      `${spec.rule}: votes of up to ${LARGEST} by ${degree} checks in ${spec.iterations} iterations may exceed 32 bits: take fewer iterations or fewer bits`,
    );
  }
  const STOP = stopConstant(spec);
  const SYNDROME = syndrome ? 1 : 0;
  const ofChecks = ["check_start", "check_edges", "products"];
  return majorityProgram(graph, spec, limits, syndrome, (dispatch, given) => ({
    tables: graphBuffers(graph, matrix.field),
    buffers: { check_syndromes: syndrome ? frameBuffer("u32", M) : UNUSED_BUFFER },
    words: { reliabilities: N * Q, check_words: M },
    phases: {
      pack: [
        dispatch("init-variables", N, { Q, N, ...constants, LARGEST }, [
          "channel_llr",
          "reliabilities",
          "variable_words",
        ]),
        dispatch("init-checks", M, { Q, M, SYNDROME, LARGEST }, [
          ...ofChecks,
          given,
          "variable_words",
          "check_words",
          "check_syndromes",
        ]),
      ],
      variable: [
        dispatch("variable", N, { Q, N, STOP }, [
          "variable_start",
          "variable_edges",
          "products",
          "check_words",
          "unsatisfied",
          "reliabilities",
          "variable_words",
        ]),
      ],
      // A check's failure is both its vote and its test, so every iteration computes it and no separate test exists.
      check: [
        dispatch("check", M, { Q, M, SYNDROME, STOP }, [
          ...ofChecks,
          "check_syndromes",
          "variable_words",
          "check_words",
          "unsatisfied",
        ]),
      ],
    },
    order: ["variable", "check"],
    invocations: "each check or variable of each",
    // Of each edge the variable's word for the check and the check's for the variable; of each check its word, read and written, and its
    // syndrome; of each variable its word and its decision's reliability, read and written. Votes for other symbols, few after the first
    // iterations, are left out.
    wordsPerIteration: 2 * edges + (2 + SYNDROME) * M + 4 * N,
  }));
}

/**
 * wBRB over GF(q) as a program: an edge has one word for its message to the check and then for the check's message.
 * @param numbers weights in 16ths.
 */
export function bitReliabilityProgram(
  { constants, largest: LARGEST, byDistance }: VoteNumbers,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const graph = tannerGraph(matrix);
  const { q: Q, checks: M, variables: N, edges, variableDegreeMaximum: degree } = graph;
  if (LARGEST * (16 + degree * Math.max(...byDistance)) >= 2 ** 31) {
    throw new InputError(
      `${spec.rule}: votes of ${degree} checks may exceed 31 bits: take lower weights or fewer bits`,
    );
  }
  const { check_start, variable_start, products } = graphBuffers(graph, matrix.field);
  const check_factors = Uint32Array.from({ length: 2 * edges }, (_, i) => {
    const h = graph.edgeValue[i >> 1];
    return i % 2 === 0 ? graph.edgeVariable[i >> 1] : h + 256 * inverse(matrix.field, h);
  });
  const ofVariables = { Q, N, BITS: Math.log2(Q), LARGEST };
  const STOP = stopConstant(spec);
  return majorityProgram(graph, spec, limits, syndrome, (dispatch, given) => {
    const check = (MARK: 0 | 1) =>
      dispatch("bit-checks", M, { Q, M, LARGEST, SYNDROME: syndrome ? 1 : 0, STOP, MARK }, [
        "check_start",
        "check_factors",
        "products",
        given,
        "variable_words",
        "edge_words",
        "unsatisfied",
      ]);
    const first = dispatch("init-bits", N, { ...ofVariables, ...constants }, [
      "channel_llr",
      "variable_start",
      "variable_edges",
      "reliabilities",
      "variable_words",
      "edge_words",
    ]);
    const variable = dispatch("bits", N, { ...ofVariables, STOP }, [
      "variable_start",
      "variable_edges",
      "vote_weights",
      "unsatisfied",
      "reliabilities",
      "variable_words",
      "edge_words",
    ]);
    const vote_weights = Uint32Array.from(byDistance);
    return {
      tables: {
        check_start,
        check_factors,
        products,
        variable_start,
        variable_edges: graph.variableEdge,
        vote_weights,
      },
      words: { reliabilities: N * Math.log2(Q), edge_words: edges },
      phases: { pack: [first, check(0)], variable: [variable], check: [check(1)] },
      order: ["variable", "check"],
      invocations: "each check or variable of each",
      // Of each edge its word twice written and, by the kernels that keep none of it, four times read.
      wordsPerIteration: 6 * edges + (Math.log2(Q) + 2) * N,
    };
  });
}

/**
 * Symbol flipping over GF(q) as a program: one symbol of a frame changes in an iteration, and only the gains of the variables that share a check with it
 * are new.
 * @param numbers weights in steps.
 */
export function flippingProgram(
  { constants, largest: LARGEST, byDistance }: VoteNumbers,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const graph = tannerGraph(matrix);
  const { q: Q, checks: M, variables: N, variableDegreeMaximum: DEGREE, checkDegreeMaximum } = graph;
  if (LARGEST + DEGREE * Math.max(...byDistance) > GAIN_MAXIMUM) {
    throw new InputError(
      `${spec.rule}: votes of ${DEGREE} checks may exceed 24 bits: take lower weights or a larger step`,
    );
  }
  if (DEGREE > DEGREE_MAXIMUM) {
    throw new InputError(`${spec.rule} is for variables of ${DEGREE_MAXIMUM} checks at most, and one has ${DEGREE}`);
  }
  const { check_start, check_edges, variable_start, variable_edges, products } = graphBuffers(graph, matrix.field);
  // One behind the other for wgsl/majority-logic/gain.
  const parts = [check_start, check_edges, variable_start, variable_edges, products, Uint32Array.from(byDistance)];
  const [CHECK_EDGES, VARIABLE_START, VARIABLE_EDGES, PRODUCTS, WEIGHTS] = parts.map((_, i) =>
    parts.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0),
  );
  const ofParts = { CHECK_EDGES, VARIABLE_START, VARIABLE_EDGES, PRODUCTS, WEIGHTS };
  const ofGraph = { Q, M, N, DEGREE, STOP: stopConstant(spec), ...ofParts };
  const states = ["graph", "reliabilities", "variable_words", "check_words", "changes"];
  return majorityProgram(graph, spec, limits, syndrome, (dispatch, given) => ({
    tables: { check_start, check_edges, products, graph: Uint32Array.from(parts.flatMap((part) => [...part])) },
    buffers: { check_syndromes: syndrome ? frameBuffer("u32", M) : UNUSED_BUFFER },
    words: { reliabilities: N * Q, check_words: M, changes: N, flipped: 2 },
    phases: {
      pack: [
        dispatch("init-variables", N, { Q, N, SOFT: 1, FIRST: 1, ...constants, LARGEST }, [
          "channel_llr",
          "reliabilities",
          "variable_words",
        ]),
        dispatch("init-checks", M, { Q, M, SYNDROME: syndrome ? 1 : 0, LARGEST: 0 }, [
          "check_start",
          "check_edges",
          "products",
          given,
          "variable_words",
          "check_words",
          "check_syndromes",
        ]),
        dispatch("changes", N, ofGraph, states),
      ],
      variable: [
        { ...dispatch("flip", 1, ofGraph, [...states, "flipped", "unsatisfied"]), constants: ofGraph, workgroups: 1 },
      ],
    },
    order: ["variable"],
    invocations: "each frame in an iteration",
    // All changes, and the LLRs and checks of each variable that shares a check with the changed one.
    wordsPerIteration: N + DEGREE * checkDegreeMaximum * (Q + DEGREE),
  }));
}
