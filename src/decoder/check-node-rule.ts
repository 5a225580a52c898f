import type { Code } from "../code/code.ts";
import type { TannerGraph } from "../code/tanner-graph.ts";
import type { DecoderProgram, DeviceLimits, ProgramBuffer, Stage } from "./program.ts";
import type { DecoderOptions, DecoderSpec } from "./spec.ts";

/** What a decoder wants to know of a code: H, and its compact form if there is one. */
export type DecodableCode = Pick<Code, "matrix"> & Partial<Pick<Code, "name" | "base">>;

/** What is asked of a decoder beside its spec. */
export interface DecoderRequest {
  /** The word need not satisfy the checks but has a given syndrome: input buffer `syndrome` [frame][M]. */
  readonly syndrome?: boolean;
}

/** A check-node rule: one line of the table. */
export interface CheckNodeRule {
  /** What it computes and where it is from, for listings. */
  readonly description: string;
  /** What channel LLRs it takes, as the program that it makes: of bits only over GF(2). */
  readonly input: DecoderProgram["input"];
  /** Its options beside iterations and stop, in the order of the canonical spec. */
  readonly options: DecoderOptions;
  /**
   * The decoder that uses it.
   * @throws InputError if the code or device does not allow it, or an explicit option cannot be met.
   */
  decoder(code: DecodableCode, spec: DecoderSpec, limits: DeviceLimits, request?: DecoderRequest): DecoderProgram;
}

/** How the check nodes over GF(q) run: stages from variable_to_check to check_to_variable, and buffers beside. */
export interface CheckNodePlan {
  readonly stages: readonly Stage[];
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
