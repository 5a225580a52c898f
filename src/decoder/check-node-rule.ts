import type { TannerGraph } from "../code/tanner-graph.ts";
import type { DeviceLimits, ProgramBuffer, Stage } from "./program.ts";
import type { DecoderSpec } from "./spec.ts";

/** How the check nodes run: stages from variable_to_check to check_to_variable, and the buffers they need beside. */
export interface CheckNodePlan {
  readonly stages: readonly Stage[];
  readonly buffers: Readonly<Record<string, ProgramBuffer>>;
  /** What was chosen, in words. */
  readonly plan: readonly string[];
}

/** A check-node rule: one line of the table. */
export interface CheckNodeRule {
  /** What it computes and where it is from, for listings. */
  readonly description: string;
  /**
   * Chooses how the rule runs on a device.
   * @param messages elements of one frame's message array.
   * @throws InputError if an explicit option cannot be met.
   */
  plan(graph: TannerGraph, spec: DecoderSpec, limits: DeviceLimits, messages: number): CheckNodePlan;
}
