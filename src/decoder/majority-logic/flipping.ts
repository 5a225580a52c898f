import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { ALL_FRAMES } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { decoderSteps, interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import { DECISIONS, graphBuffers, majorityDispatch } from "./program.ts";

/** The numbers of decoders whose votes count by their distance. */
export interface VoteNumbers {
  /** STEPS_PER_LLR_BITS of wgsl/majority-logic/steps. */
  readonly constants: KernelConstants;
  /** The largest LLR in steps. */
  readonly largest: number;
  /** The weight of a vote, a whole number of units, by the number of bits in which it differs. */
  readonly byDistance: readonly number[];
}

/** Largest sum of a variable's votes and LLRs in steps: wgsl/majority-logic/gain has 24 bits. */
const GAIN_MAXIMUM = 2 ** 23 - 1;

/** Most checks of a variable: an invocation has a word for each, and WGSL promises 8 KiB. */
const DEGREE_MAXIMUM = 1024;

/**
 * Symbol flipping over GF(q) as a program: one symbol of a frame changes in an iteration, and only the gains of the variables that share a check with it
 * are new. Memory is frame-interleaved but for the decoder's inputs and outputs.
 * @param numbers weights in steps.
 * @throws InputError if gains do not fit 24 bits, or if a variable has more than 1,024 checks.
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
  const separate = graphBuffers(graph, matrix.field);
  const joined = joinedGraph(separate, graph, byDistance);
  const dispatch = majorityDispatch(limits);
  const SYNDROME = syndrome ? 1 : 0;
  const ofGraph = { Q, M, N, DEGREE, STOP: stopConstant(spec), ...joined.constants };
  const pack = [
    dispatch("init-variables", N, { Q, N, SOFT: 1, FIRST: 1, ...constants, LARGEST }, [
      ...["channel_llr", "reliabilities", "variable_words"],
    ]),
    dispatch("init-checks", M, { Q, M, SYNDROME, LARGEST: 0 }, [
      ...["check_start", "check_edges", "products", syndrome ? "syndrome" : "unused_syndrome"],
      ...["variable_words", "check_words", "check_syndromes"],
    ]),
    dispatch("changes", N, ofGraph, ["graph", "reliabilities", "variable_words", "check_words", "changes"]),
  ];
  const flip = {
    ...dispatch("flip", 1, ofGraph, [
      ...["graph", "reliabilities", "variable_words", "check_words", "changes", "flipped", "unsatisfied"],
    ]),
    constants: ofGraph,
  };
  return {
    input: "symbol",
    buffers: {
      check_start: separate.check_start,
      check_edges: separate.check_edges,
      products: separate.products,
      graph: constantBuffer(joined.words),
      ...interfaceBuffers(spec, N * Q, N),
      ...(syndrome ? { syndrome: frameBuffer("u32", M) } : { unused_syndrome: UNUSED_BUFFER }),
      check_syndromes: syndrome ? frameBuffer("u32", M) : UNUSED_BUFFER,
      reliabilities: frameBuffer("u32", N * Q),
      variable_words: frameBuffer("u32", N),
      check_words: frameBuffer("u32", M),
      changes: frameBuffer("u32", N),
      flipped: frameBuffer("u32", 2),
    },
    ...decoderSteps(
      spec,
      {
        pack,
        variable: [flip],
        check: [],
        syndrome: [],
        active: ALL_FRAMES,
        decide: [dispatch("decide", N, { N }, ["variable_words", "decision"], DECISIONS)],
      },
      { order: ["variable"] },
    ),
    plan: [`${WORKGROUP_SIZE} frames per workgroup, an invocation for each frame in an iteration`],
    // All changes, and the LLRs and checks of each variable that shares a check with the changed one.
    traffic: { edges: graph.edges, bytesPerIteration: 4 * (N + DEGREE * checkDegreeMaximum * (Q + DEGREE)) },
  };
}

/** The buffer `graph` of wgsl/majority-logic/gain, and the places of its parts. */
function joinedGraph(
  buffers: ReturnType<typeof graphBuffers>,
  { checks, variables, edges, q }: TannerGraph,
  byDistance: readonly number[],
): { words: Uint32Array; constants: KernelConstants } {
  const parts = ["check_start", "check_edges", "variable_start", "variable_edges", "products"] as const;
  const lengths = [checks + 1, 2 * edges, variables + 1, 2 * edges, q * q];
  const ends = lengths.map((_, i) => lengths.slice(0, i + 1).reduce((sum, length) => sum + length));
  const words = new Uint32Array(ends[4] + byDistance.length);
  parts.forEach((part, i) => {
    words.set(buffers[part].data as Uint32Array, ends[i] - lengths[i]);
  });
  words.set(byDistance, ends[4]);
  const [CHECK_EDGES, VARIABLE_START, VARIABLE_EDGES, PRODUCTS, WEIGHTS] = ends;
  return { words, constants: { CHECK_EDGES, VARIABLE_START, VARIABLE_EDGES, PRODUCTS, WEIGHTS } };
}
