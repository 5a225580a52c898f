import type { Code } from "../code/code.ts";
import type { TannerGraph } from "../code/tanner-graph.ts";
import type { Kernel } from "../gpu/kernel.ts";
import type { Part } from "../gpu/part.ts";
import type { DeviceLimits, Dispatch, ProgramBuffer } from "../gpu/program.ts";
import type { DecoderProgram } from "./decoder-program.ts";
import type { DecoderOptions } from "./option.ts";
import type { DecoderSpec } from "./spec.ts";

/** What a decoder wants to know of a code: H, and its compact form if there is one. */
export type DecodableCode = Pick<Code, "matrix"> & Partial<Pick<Code, "name" | "base">>;

/** What is asked of a decoder beside its spec. */
export interface DecoderRequest {
  /** The word need not satisfy the checks but has a given syndrome: input buffer `syndrome` [frame][M]. */
  readonly syndrome?: boolean;
  /**
   * Binary decoders: how often each variable-to-check message changes its sign is counted beside the messages
   * (wgsl/binary/check-node/update.wgsl). Needs mapping=frames.
   */
  readonly countFlips?: boolean;
  /**
   * Whoever runs the program writes channel words and reads decisions in the decoder's own form (`DecoderProgram.lanes`). Decoders that
   * have no such form are made as always.
   */
  readonly lanes?: boolean;
  /** Frames in flight, where a decoder has more than one mapping; many if left out. */
  readonly frames?: number;
  /**
   * Decoders with a frame-interleaved layout that flood and stop early: how many frames take a message slot one after another, on average;
   * chosen by frames and device if left out.
   */
  readonly refills?: number;
}

/**
 * What a rule says of itself, for `ldpc decoders` and doc/reference/decoders.md, as plain text. d is the degree of a check, q the
 * size of the field, Q_i the message from the check's i-th variable, R_i the message to it.
 */
export interface RuleNotes {
  /** What it computes, in half a line. */
  readonly description: string;
  /** Its equations, one to an element; continued lines begin with spaces. */
  readonly equation: readonly string[];
  /** Who published it. */
  readonly source: string;
  readonly cost: CheckCost;
  readonly exactness: Exactness;
  /** When to take it, and what speaks against it: what was measured, with the source of every figure. */
  readonly use: string;
  /** Its lines in the table of which decoder to take; none if there is no reason to prefer it. */
  readonly advice: readonly Advice[];
}

/** A line of the table of which decoder to take. */
export interface Advice {
  readonly wanted: string;
  /** A decoder spec. */
  readonly decoder: string;
  readonly reason: string;
}

/** What one check costs in one iteration. */
export interface CheckCost {
  /** In d and q, for the reader: `6(d − 2)·q²`. */
  readonly formula: string;
  /** The same as a function; `options` of the spec where they change it: levels of min-max. */
  readonly operations: (d: number, q: number, options: DecoderSpec["options"]) => number;
  /** What most of them are, as devices do them at different rates: additions and products, or minima, comparisons, logic. */
  readonly kind: "arithmetic" | "comparison";
  /** What is counted, and what is not. */
  readonly of: string;
}

export interface Exactness {
  /** Whether every device and the twins compute the same bits, or numbers within a tolerance: then counts may differ. */
  readonly devices: "bit-equal" | "tolerance";
  /** Exact, or how near, with respect to what. */
  readonly text: string;
}

/** A check-node rule: one line of the table. */
export interface CheckNodeRule extends RuleNotes {
  /** What channel LLRs it takes, as the program that it makes: of bits only over GF(2). */
  readonly input: DecoderProgram["input"];
  /** The kernels that it brings with it, beside those of its family. */
  readonly kernels?: readonly Kernel[];
  /** The parts that it brings with it for variants of kernels, beside those of its family. */
  readonly parts?: readonly Part[];
  /** Its options beside iterations and stop, in the order of the canonical spec. */
  readonly options: DecoderOptions;
  /**
   * The decoder that uses it.
   * @throws InputError if the code or device does not allow it, or an explicit option cannot be met.
   */
  decoder(code: DecodableCode, spec: DecoderSpec, limits: DeviceLimits, request?: DecoderRequest): DecoderProgram;
}

/** How the check nodes over GF(q) run: dispatches from variable_to_check to check_to_variable, and buffers beside. */
export interface CheckNodePlan {
  readonly dispatches: readonly Dispatch[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** What was chosen, in words. */
  readonly plan: readonly string[];
}

/**
 * Chooses how a rule over GF(q) runs on a device.
 * @param messages elements of one frame's message array.
 * @param request with a syndrome there is a buffer `syndrome` [frame][M], without one an unused buffer of that name.
 */
export type SymbolCheckNodes = (
  graph: TannerGraph,
  spec: DecoderSpec,
  limits: DeviceLimits,
  messages: number,
  request: DecoderRequest,
) => CheckNodePlan;
