import type { TannerGraph } from "../../code/tanner-graph.ts";
import type { Kernel, KernelConstants } from "../../gpu/kernel.ts";
import type { Choices } from "../../gpu/part.ts";
import type { ProgramBuffer } from "../../gpu/program.ts";
import type { DecoderSpec } from "../spec.ts";

/** What a decoder with a frame-interleaved layout computes with, and where. */
export interface FrameArithmetic {
  /** Kernel of the check nodes, and constants beside those of the graph. */
  readonly check: Kernel;
  readonly checkConstants: KernelConstants;
  /** Those that depend on the largest degree of the checks of one dispatch. */
  readonly degreeConstants?: (degree: number) => KernelConstants;
  readonly checkLists?: Readonly<Record<string, readonly number[]>>;
  /** Parts for the kernels' imports in angle brackets. */
  readonly choices: Choices;
  /** More of the check nodes' kernel alone. */
  readonly checkChoices?: Choices;
  /** More of the kernel that decides from posteriors alone. */
  readonly decideChoices?: Choices;
  /** Kernels that bring channel LLRs and variable nodes' messages into the check nodes' form. */
  readonly pack: Kernel;
  readonly variable: Kernel;
  readonly variableConstants: KernelConstants;
  readonly variableLists?: Readonly<Record<string, readonly number[]>>;
  /** Words of a message, and of a variable's channel values; and the frames that share a word. */
  readonly messageWords: number;
  readonly channelWords: number;
  readonly interleave: number;
  /** Frames of a workgroup of these kernels; a word for each of WORKGROUP_SIZE invocations if left out. */
  readonly workgroupFrames?: number;
  /** Frames of a workgroup of the check nodes' kernel, if other ones. */
  readonly checkFrames?: number;
  /** More tables that the kernels read, and what `pack` and `variable` have for `products`. */
  readonly tables?: Readonly<Record<string, ProgramBuffer>>;
  readonly variableProducts?: string;
  /** What was chosen, in words. */
  readonly notes: readonly string[];
}

/** What the dispatches of a decoder with a frame-interleaved layout are made from. */
export interface FrameDecoding {
  readonly graph: TannerGraph;
  readonly spec: DecoderSpec;
  readonly arithmetic: FrameArithmetic;
  readonly layered: boolean;
  readonly refills: number;
  /** Constants of all kernels. */
  readonly common: KernelConstants;
}
