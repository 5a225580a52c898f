import { TILE_VARIABLES } from "../../../wgsl/common/word-index.ts";
import { type TannerGraph, tannerGraph } from "../../code/tanner-graph.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import { type KernelVariant, type Part, variantOf } from "../../gpu/part.ts";
import {
  constantBuffer,
  type DeviceLimits,
  type Dispatch,
  frameBuffer,
  type ProgramBuffer,
  UNUSED_BUFFER,
} from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { ALL_FRAMES, listedWords } from "../active-frames.ts";
import { perInterleavedWorkgroup } from "../binary/dispatches.ts";
import type { DecoderProgram } from "../decoder-program.ts";
import type { DecodableCode, DecoderRequest } from "../rule.ts";
import { decoderSteps, interfaceBuffers, overActive } from "../skeleton.ts";
import { type DecoderSpec, stopConstant } from "../spec.ts";

const FRAMES = 32;

/** Nodes of an invocation that then writes a word for each of 32 frames, or shares words with others. */
export const TOGETHER = 32;

/** Words of decisions, and of bits that the channel says nothing of. */
const BITS: Part = { name: "hard-decisions/bits" };
const ERASED: Part = { name: "hard-decisions/erased" };

/** Makes a dispatch over nodes, of which an invocation has at least `least` where workgroups run at once. */
type MakeDispatch = (
  kernel: string,
  nodes: number,
  constants: KernelConstants,
  buffers: readonly string[],
  how?: { readonly least?: number; readonly variant?: KernelVariant },
) => Dispatch;

/** The dispatches of a decoder by hard decisions, and its own buffers. */
export interface HardDecisions {
  /** Before the first iteration, behind the channel's decisions. */
  readonly start: readonly Dispatch[];
  /** An iteration up to its decisions. */
  readonly decide: readonly Dispatch[];
  /** Behind the decisions of the first iteration; `test` keeps the failures of the checks. */
  readonly more?: (test: Dispatch) => readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** Whether checks keep their failures in `failed` for the next iteration. */
  readonly keeps: boolean;
  /** Whether an LLR of 0 is an erased bit, in `erased`. Otherwise it is a 0. */
  readonly erases: boolean;
  /** Words that an iteration reads and writes besides those of the checks' test. */
  readonly words: number;
}

/** Makes these for a graph. @param syndrome 1 if syndromes are given. */
export type MakeHardDecisions = (
  graph: TannerGraph,
  dispatch: MakeDispatch,
  constants: { readonly SYNDROME: 0 | 1; readonly STOP: 0 | 1 },
  spec: DecoderSpec,
) => HardDecisions;

/**
 * A decoder by hard decisions as a program: a word of memory has a bit of 32 frames, and counts are planes of such words
 * (wgsl/hard-decisions). Words keep their places, and those of which all frames are done are left out.
 */
export function hardProgram(
  make: MakeHardDecisions,
  { matrix }: DecodableCode,
  spec: DecoderSpec,
  limits: DeviceLimits,
  { syndrome = false }: DecoderRequest = {},
): DecoderProgram {
  const graph = tannerGraph(matrix);
  const { checks: M, variables: N, edges } = graph;
  const STOP = stopConstant(spec);
  const SYNDROME = syndrome ? 1 : 0;
  const common = { FRAME_INTERLEAVED: 1, STOP, SYNDROME };
  const extent = { framesPerWorkgroup: WORKGROUP_SIZE * FRAMES };
  const dispatch: MakeDispatch = (kernel, nodes, constants, buffers, { least = 1, variant } = {}) => {
    const perWorkgroup = Math.max(least, perInterleavedWorkgroup(nodes, limits));
    return {
      ...extent,
      kernel: `hard-decisions/${kernel}`,
      constants: { ...common, M, N, NODES_PER_WORKGROUP: perWorkgroup, ...constants },
      buffers,
      ...(variant && { variant }),
      workgroups: Math.ceil(nodes / perWorkgroup),
    };
  };
  const { start, decide, more, buffers, keeps, erases, words } = make(graph, dispatch, { SYNDROME, STOP }, spec);
  /** A kernel that packs or writes the bits of frames. */
  const convert = (kernel: string, rows: number, buffers: string[], lanes = BITS, COPY = 0): Dispatch => ({
    ...extent,
    kernel: `binary/${kernel}`,
    constants: { N, CHECKS: M, FRAME_INTERLEAVED: 1, COPY },
    variant: variantOf({ lanes }),
    buffers,
    workgroups: Math.ceil(rows / TILE_VARIABLES),
  });
  const test = (MARK: 0 | 1) =>
    dispatch(
      "check",
      M,
      { MARK, KEEP: keeps ? 1 : 0, ERASURES: erases && keeps ? 1 : 0 },
      [
        "check_start",
        "check_variables",
        "check_signs",
        "posteriors",
        erases && keeps ? "erased" : "no_erased",
        "active_list",
        "failed",
        "unsatisfied",
      ],
      { least: TOGETHER },
    );
  const { unsatisfied, ...llrs } = interfaceBuffers(spec, N, N);
  const compacts = STOP === 1;
  const active = compacts ? listedWords(FRAMES, limits.simd) : ALL_FRAMES;
  const word = (rows: number) => frameBuffer("u32", rows, FRAMES);
  const identity = (length: number) => constantBuffer(Uint32Array.from({ length }, (_, i) => i));
  const phases = {
    pack: [
      convert("pack-llr", N, ["symbol", "channel_llr", "channel", "posteriors"], BITS, 1),
      ...(erases ? [convert("pack-llr", N, ["symbol", "channel_llr", "erased", "no_copy"], ERASED)] : []),
      ...(syndrome ? [convert("pack-syndrome", M, ["row", "syndrome", "check_signs"])] : []),
      ...start,
      ...(keeps ? [test(0)] : []),
    ],
    check: [],
    variable: overActive(decide, compacts),
    syndrome: overActive([test(1)], compacts),
    active,
    decide: [convert("decide", N, ["symbol", "posteriors", "decision"])],
  };
  // The test of the checks is the first half of the next iteration where it keeps the failures.
  const { syndrome: tested, ...others } = phases;
  return {
    input: "bit",
    buffers: {
      ...llrs,
      unsatisfied,
      symbol: identity(N),
      check_start: constantBuffer(graph.checkStart),
      check_variables: constantBuffer(graph.edgeVariable),
      channel: word(N),
      posteriors: word(N),
      ...(erases ? { erased: word(N), no_copy: UNUSED_BUFFER } : {}),
      no_erased: UNUSED_BUFFER,
      failed: keeps ? word((erases ? 2 : 1) * M) : UNUSED_BUFFER,
      check_signs: syndrome ? word(M) : UNUSED_BUFFER,
      ...(syndrome ? { syndrome: frameBuffer("u32", M), row: identity(M) } : {}),
      active_list: active.buffer,
      ...buffers,
    },
    ...(keeps
      ? decoderSteps(
          spec,
          { ...others, check: tested, firstCheck: [...(more?.(test(0)) ?? []), ...tested], syndrome: [] },
          { order: ["variable", "check", "compact"], countsActive: true },
        )
      : decoderSteps(spec, phases, { order: ["variable", "syndrome", "compact"], countsActive: true })),
    plan: [`${FRAMES} frames in a word`],
    traffic: { edges, bytesPerIteration: (4 / FRAMES) * (words + edges + (keeps ? M : 0)) },
  };
}
