import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import { type GaloisField, inverse, multiply } from "../../galois/field.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { constantBuffer, type DeviceLimits, type Dispatch, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

/** What tells one majority-logic decoder from another: how its reliabilities start, and what its votes weigh. */
export interface FirstReliabilities {
  /** SOFT, FIRST and STEPS_PER_LLR_BITS of wgsl/majority-logic/init-variables. */
  readonly constants: KernelConstants;
  /** The heaviest vote. */
  readonly largestWeight: number;
  /** The greatest first reliability. */
  readonly greatest: number;
}

/** Nodes of an invocation on software devices, where starting a workgroup costs as much as a node. */
const SOFTWARE_NODES = 8;
/** Decisions that an invocation writes side by side: 32 bytes, what device memory writes at once. */
const DECISIONS = 8;

/**
 * Majority-logic decoding over GF(q) as a program. An iteration is votes, reliabilities and decisions of the variables,
 * then the failures of the checks, which are both the stopping test and all that the next votes need. Frames are fastest
 * in all arrays but the decoder's inputs and outputs.
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
  const { q, checks, variables, edges } = graph;
  const { largestWeight } = first;
  if (first.greatest + spec.iterations * graph.variableDegreeMaximum * largestWeight >= 2 ** 32) {
    throw new InputError(
      `${spec.rule}: votes of up to ${largestWeight} by ${graph.variableDegreeMaximum} checks in ${spec.iterations} iterations may exceed 32 bits: take fewer iterations or fewer bits`,
    );
  }
  const dispatch = (
    kernel: string,
    count: number,
    constants: KernelConstants,
    buffers: string[],
    least = 1,
  ): Dispatch => {
    const NODES_PER_WORKGROUP = Math.max(
      least,
      limits.software ? SOFTWARE_NODES : 1,
      Math.ceil(count / WORKGROUPS_MAXIMUM),
    );
    return {
      kernel,
      constants: { ...constants, NODES_PER_WORKGROUP },
      buffers,
      workgroups: Math.ceil(count / NODES_PER_WORKGROUP),
      framesPerWorkgroup: WORKGROUP_SIZE,
    };
  };
  const LARGEST = largestWeight;
  const STOP = stopConstant(spec);
  const SYNDROME = syndrome ? 1 : 0;
  const start = dispatch(
    "majority-logic/init-variables",
    variables,
    { Q: q, N: variables, ...first.constants, LARGEST },
    [...["channel_llr", "reliabilities", "variable_words"]],
  );
  const checkStart = dispatch("majority-logic/init-checks", checks, { Q: q, M: checks, SYNDROME, LARGEST }, [
    ...["check_start", "check_edges", "products", syndrome ? "syndrome" : "unused_syndrome"],
    ...["variable_words", "check_words", "check_syndromes"],
  ]);
  const variable = dispatch("majority-logic/variable", variables, { Q: q, N: variables, STOP }, [
    ...["variable_start", "variable_edges", "products", "check_words", "unsatisfied", "reliabilities"],
    "variable_words",
  ]);
  const check = dispatch("majority-logic/check", checks, { Q: q, M: checks, SYNDROME, STOP }, [
    ...["check_start", "check_edges", "products", "check_syndromes", "variable_words", "check_words", "unsatisfied"],
  ]);
  const decision = dispatch(
    "majority-logic/decide",
    variables,
    { N: variables },
    ["variable_words", "decision"],
    DECISIONS,
  );
  return {
    input: "symbol",
    buffers: {
      ...graphBuffers(graph, matrix.field),
      channel_llr: frameBuffer("f32", variables * q),
      ...(syndrome ? { syndrome: frameBuffer("u32", checks) } : { unused_syndrome: UNUSED_BUFFER }),
      check_syndromes: syndrome ? frameBuffer("u32", checks) : UNUSED_BUFFER,
      reliabilities: frameBuffer("u32", variables * q),
      variable_words: frameBuffer("u32", variables),
      check_words: frameBuffer("u32", checks),
      unsatisfied: { ...frameBuffer("u32", spec.iterations), cleared: true },
      decision: frameBuffer("u32", variables),
    },
    start: [start, checkStart, variable, check],
    iterate: [variable, check],
    repeats: spec.iterations - 1,
    afterIterations: [decision],
    plan: [`${WORKGROUP_SIZE} frames per workgroup, an invocation for each check or variable of each`],
    // Of each edge the variable's word for the check and the check's for the variable; of each check its word, read and
    // written, and its syndrome; of each variable its word and its decision's reliability, read and written. Votes for
    // other symbols, few after the first iterations, are left out.
    traffic: { edges, bytesPerIteration: 4 * (2 * edges + (2 + SYNDROME) * checks + 4 * variables) },
  };
}

/** The graph as the kernels read it: what each edge multiplies by stands with it. */
function graphBuffers(graph: TannerGraph, field: GaloisField) {
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
