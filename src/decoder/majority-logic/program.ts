import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { ALL_FRAMES } from "../active-frames.ts";
import type { DecoderProgram, DecoderTraffic } from "../decoder-program.ts";
import { nodesPerWorkgroup } from "../node-dispatch.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderPhases, decoderSteps, interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

/**
 * Model of the work of an iteration. Of each edge the variable's word for the check and the check's for the variable; of each check
 * its word, read and written, and its syndrome; of each variable its word and its decision's reliability, read and written. Votes for
 * other symbols, few after the first iterations, are left out.
 */
function majorityTraffic({ edges, checks, variables }: TannerGraph, syndrome: boolean): DecoderTraffic {
  return { edges, bytesPerIteration: 4 * (2 * edges + (2 + (syndrome ? 1 : 0)) * checks + 4 * variables) };
}

/** The graph in the layout of the kernels: each edge holds its factor. */
export function graphBuffers(graph: TannerGraph, field: GaloisField) {
  const { q, edges, edgeVariable, edgeCheck, edgeValue } = graph;
  const checkEdges = new Uint32Array(2 * edges);
  const variableEdges = new Uint32Array(2 * edges);
  for (let e = 0; e < edges; e++) checkEdges.set([edgeVariable[e], edgeValue[e]], 2 * e);
  graph.variableEdge.forEach((e, k) => {
    variableEdges.set([edgeCheck[e], inverse(field, edgeValue[e])], 2 * k);
  });
  return {
    check_start: constantBuffer(graph.checkStart),
    check_edges: constantBuffer(checkEdges),
    variable_start: constantBuffer(graph.variableStart),
    variable_edges: constantBuffer(variableEdges),
    products: constantBuffer(Uint32Array.from({ length: q * q }, (_, i) => multiply(field, Math.floor(i / q), i % q))),
  };
}

/** The parameters that distinguish the majority-logic decoders: the first reliabilities and the weights of votes. */
export interface FirstReliabilities {
  /** SOFT, FIRST and STEPS_PER_LLR_BITS of wgsl/majority-logic/init-variables. */
  readonly constants: KernelConstants;
  /** The heaviest vote. */
  readonly largestWeight: number;
  /** The greatest first reliability. */
  readonly greatest: number;
}

/** Decisions that an invocation writes side by side: 32 bytes, one transaction of device memory. */
export const DECISIONS = 8;

/**
 * Majority-logic decoding over GF(q) as a program. An iteration is votes, reliabilities and decisions of the variables,
 * then the failures of the checks, which serve both the stopping test and the next votes. Memory is frame-interleaved
 * but for the decoder's inputs and outputs.
 * @throws InputError if reliabilities may not fit 32 bits after all iterations.
 */
export function mlgdProgram(
  first: FirstReliabilities,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const graph = tannerGraph(matrix);
  const { q, checks, variables } = graph;
  requireFit(first, graph, spec);
  return {
    input: "symbol",
    buffers: {
      ...graphBuffers(graph, matrix.field),
      ...interfaceBuffers(spec, variables * q, variables),
      ...(syndrome ? { syndrome: frameBuffer("u32", checks) } : { unused_syndrome: UNUSED_BUFFER }),
      check_syndromes: syndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      reliabilities: frameBuffer("u32", variables * q),
      variable_words: frameBuffer("u32", variables),
      check_words: frameBuffer("u32", checks),
    },
    ...decoderSteps(spec, majorityPhases(first, graph, spec, limits, syndrome), { order: ["variable", "check"] }),
    plan: [`${WORKGROUP_SIZE} frames per workgroup, an invocation for each check or variable of each`],
    traffic: majorityTraffic(graph, syndrome),
  };
}

function requireFit(
  { greatest, largestWeight }: FirstReliabilities,
  { variableDegreeMaximum: degree }: TannerGraph,
  { rule, iterations }: DecoderSpec,
): void {
  if (greatest + iterations * degree * largestWeight < 2 ** 32) return;
  throw new InputError(
    `${rule}: votes of up to ${largestWeight} by ${degree} checks in ${iterations} iterations may exceed 32 bits: take fewer iterations or fewer bits`,
  );
}

/** Makes a dispatch of a kernel of wgsl/majority-logic over `count` nodes of 64 frames. */
export function majorityDispatch(limits: DeviceLimits) {
  return (kernel: string, count: number, own: KernelConstants, buffers: string[], least = 1): Dispatch => {
    const NODES_PER_WORKGROUP = nodesPerWorkgroup(count, limits, least);
    return {
      kernel: `majority-logic/${kernel}`,
      constants: { ...own, NODES_PER_WORKGROUP },
      buffers,
      workgroups: Math.ceil(count / NODES_PER_WORKGROUP),
      framesPerWorkgroup: WORKGROUP_SIZE,
    };
  };
}

/** A check's failure is both its vote and its test, so every iteration computes it and no separate test exists. */
function majorityPhases(
  { constants, largestWeight: LARGEST }: FirstReliabilities,
  { q: Q, checks: M, variables: N }: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  syndrome: boolean,
): DecoderPhases {
  const dispatch = majorityDispatch(limits);
  const STOP = stopConstant(spec);
  const SYNDROME = syndrome ? 1 : 0;
  const initVariables = dispatch("init-variables", N, { Q, N, ...constants, LARGEST }, [
    ...["channel_llr", "reliabilities", "variable_words"],
  ]);
  const initChecks = dispatch("init-checks", M, { Q, M, SYNDROME, LARGEST }, [
    ...["check_start", "check_edges", "products", syndrome ? "syndrome" : "unused_syndrome"],
    ...["variable_words", "check_words", "check_syndromes"],
  ]);
  const variable = dispatch("variable", N, { Q, N, STOP }, [
    ...["variable_start", "variable_edges", "products", "check_words", "unsatisfied", "reliabilities"],
    "variable_words",
  ]);
  const check = dispatch("check", M, { Q, M, SYNDROME, STOP }, [
    ...["check_start", "check_edges", "products", "check_syndromes", "variable_words", "check_words", "unsatisfied"],
  ]);
  return {
    pack: [initVariables, initChecks],
    variable: [variable],
    check: [check],
    syndrome: [],
    active: ALL_FRAMES,
    decide: [dispatch("decide", N, { N }, ["variable_words", "decision"], DECISIONS)],
  };
}
