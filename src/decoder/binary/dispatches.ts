import { TILE_VARIABLES } from "../../../wgsl/common/word-index.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { variantOf } from "../../gpu/part.ts";
import type { DeviceLimits, Dispatch, ProgramBuffer } from "../../gpu/program.ts";
import type { KernelVariant } from "../../gpu/variant.ts";
import { WORKGROUP_SIZE, WORKGROUPS_MAXIMUM } from "../../gpu/workgroup.ts";
import type { DecoderLanes, DecoderProgram } from "../decoder-program.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryArithmetic, BinaryPlan, MakeDispatch } from "./arithmetic.ts";
import type { BinaryGraph } from "./graph.ts";
import { graphBuffers, graphConstants } from "./graph-bindings.ts";
import { NO_SOFT, softParts } from "./soft.ts";
import { type GraphTables, graphTables } from "./tables.ts";

/** The common parts of all binary decoders, whether iterations are one dispatch or many. */
export interface BinaryParts {
  readonly dispatch: MakeDispatch;
  /** The kernels' variants: the number format, and with it the rules of checks and edges, or of variables. */
  readonly lanes: KernelVariant;
  readonly rule: KernelVariant;
  readonly variable: KernelVariant;
  readonly interleave: number;
  /** `BinaryArithmetic.partialSums`. */
  readonly partialSums: number;
  /** Constants of the kernels that read the graph. */
  readonly constants: KernelConstants;
  readonly tables: GraphTables;
  readonly pack: readonly Dispatch[];
  readonly decide: readonly Dispatch[];
  /** The program's own form of bits, if the request has `lanes`. */
  readonly own: Pick<DecoderProgram, "lanes">;
  /** Buffers of check kernels that follow the buffers of the graph. */
  readonly checkBuffers: readonly string[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
}

export function binaryParts(
  graph: BinaryGraph,
  spec: DecoderSpec,
  arithmetic: BinaryArithmetic,
  plan: BinaryPlan,
): BinaryParts {
  const { variables, checks } = graph;
  const { resident, frameInterleaved, syndrome } = plan;
  const { interleave } = arithmetic.lanes;
  const lanes = variantOf({ lanes: arithmetic.lanes });
  const tables = graphTables(graph, plan);
  const numbers: KernelConstants = {
    ...arithmetic.constants,
    N: variables,
    CHECKS: checks,
    FRAME_INTERLEAVED: frameInterleaved ? 1 : 0,
  };
  const dispatch: MakeDispatch = (kernel, [count, interleavedCount], constants, buffers, variant = lanes) => ({
    kernel,
    constants,
    variant,
    buffers,
    workgroups: Math.ceil(count / (frameInterleaved ? interleavedCount : WORKGROUP_SIZE)),
    framesPerWorkgroup: frameInterleaved ? WORKGROUP_SIZE * interleave : interleave,
  });
  const packLlr = dispatch(
    "binary/pack-llr",
    [variables, TILE_VARIABLES],
    { ...numbers, COPY: resident || plan.carried ? 0 : 1 },
    [...["symbol", "channel_llr", "channel", "posteriors"]],
  );
  const packSyndrome = dispatch("binary/pack-syndrome", [checks, TILE_VARIABLES], numbers, [
    ...["row", "syndrome", "check_signs"],
  ]);
  const decide = dispatch("binary/decide", [variables, TILE_VARIABLES], numbers, ["symbol", "posteriors", "decision"]);
  const soft = plan.soft ? softParts(dispatch, arithmetic, numbers) : NO_SOFT;
  const own: DecoderLanes = {
    variant: lanes,
    constants: { ...numbers, PACKED_SIGNS: 0 },
    interleave,
    frameInterleaved,
    copy: !resident,
    symbol: graph.symbol,
  };
  return {
    dispatch,
    lanes,
    interleave,
    tables,
    partialSums: arithmetic.partialSums ?? 1,
    rule: variantOf({
      ...{ lanes: arithmetic.lanes, rule: arithmetic.rule, edge: plan.nodes.edge.part },
      ...arithmetic.imports,
    }),
    variable: variantOf({ lanes: arithmetic.lanes, variable: plan.nodes.variable.part }),
    constants: { ...numbers, ...graphConstants(graph, spec, plan, tables) },
    pack: plan.lanes ? [] : syndrome ? [packLlr, packSyndrome] : [packLlr],
    decide: [...(plan.lanes ? [] : [decide]), ...soft.dispatches],
    own: plan.lanes ? { lanes: own } : {},
    checkBuffers: [
      ...["channel", "check_signs", frameInterleaved ? "active_list" : "unsatisfied", "posteriors", "messages"],
    ],
    buffers: { ...graphBuffers(graph, spec, plan, tables, interleave), ...soft.buffers },
  };
}

/**
 * Elements that a workgroup of a frame-interleaved kernel processes: on a processor all, since workgroups run one after the other; else one, or
 * the smallest number that keeps a dispatch within its limit of workgroups.
 */
export function perInterleavedWorkgroup(elements: number, { simd }: DeviceLimits): number {
  return simd === true ? elements : Math.ceil(elements / WORKGROUPS_MAXIMUM);
}
