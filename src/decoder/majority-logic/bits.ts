import { tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";
import { inverse } from "../../galois/field.ts";
import { constantBuffer, type DeviceLimits, frameBuffer, UNUSED_BUFFER } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { ALL_FRAMES } from "../active-frames.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { decoderSteps, interfaceBuffers } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";
import type { VoteNumbers } from "./flipping.ts";
import { DECISIONS, graphBuffers, majorityDispatch } from "./program.ts";

/**
 * wBRB over GF(q) as a program: an edge has one word for its message to the check and then for the check's message. Memory is frame-interleaved but
 * for the decoder's inputs and outputs.
 * @param numbers weights in 16ths.
 * @throws InputError if sums of votes do not fit 31 bits.
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
  const factors = Uint32Array.from({ length: 2 * edges }, (_, i) => {
    const h = graph.edgeValue[i >> 1];
    return i % 2 === 0 ? graph.edgeVariable[i >> 1] : h + 256 * inverse(matrix.field, h);
  });
  const dispatch = majorityDispatch(limits);
  const SYNDROME = syndrome ? 1 : 0;
  const ofVariables = { Q, N, BITS: Math.log2(Q), LARGEST };
  const STOP = stopConstant(spec);
  const check = (MARK: 0 | 1) =>
    dispatch("bit-checks", M, { Q, M, LARGEST, SYNDROME, STOP, MARK }, [
      ...["check_start", "check_factors", "products", syndrome ? "syndrome" : "unused_syndrome"],
      ...["variable_words", "edge_words", "unsatisfied"],
    ]);
  return {
    input: "symbol",
    buffers: {
      check_start,
      check_factors: constantBuffer(factors),
      products,
      variable_start,
      variable_edges: constantBuffer(graph.variableEdge),
      vote_weights: constantBuffer(Uint32Array.from(byDistance)),
      ...interfaceBuffers(spec, N * Q, N),
      ...(syndrome ? { syndrome: frameBuffer("u32", M) } : { unused_syndrome: UNUSED_BUFFER }),
      reliabilities: frameBuffer("u32", N * Math.log2(Q)),
      variable_words: frameBuffer("u32", N),
      edge_words: frameBuffer("u32", edges),
    },
    ...decoderSteps(
      spec,
      {
        pack: [
          dispatch("init-bits", N, { ...ofVariables, ...constants }, [
            ...["channel_llr", "variable_start", "variable_edges", "reliabilities", "variable_words", "edge_words"],
          ]),
          check(0),
        ],
        variable: [
          dispatch("bits", N, { ...ofVariables, STOP }, [
            ...["variable_start", "variable_edges", "vote_weights", "unsatisfied", "reliabilities", "variable_words"],
            "edge_words",
          ]),
        ],
        check: [check(1)],
        syndrome: [],
        active: ALL_FRAMES,
        decide: [dispatch("decide", N, { N }, ["variable_words", "decision"], DECISIONS)],
      },
      { order: ["variable", "check"] },
    ),
    plan: [`${WORKGROUP_SIZE} frames per workgroup, an invocation for each check or variable of each`],
    // Of each edge its word twice written and, by the kernels that keep none of it, four times read.
    traffic: { edges, bytesPerIteration: 4 * (6 * edges + (Math.log2(Q) + 2) * N) },
  };
}
