import type { TannerGraph } from "../../code/tanner-graph.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { Choices } from "../../gpu/part.ts";
import type { ProgramBuffer } from "../../gpu/program.ts";
import type { NodeRules } from "../nodes/rule.ts";
import type { DecoderSpec } from "../spec.ts";

/** The arithmetic of a decoder with a frame-interleaved layout, and its layout in memory. */
export interface FrameArithmetic {
  /** Kernel of the check nodes, and its constants besides the constants of the graph. */
  readonly check: string;
  readonly checkConstants: KernelConstants;
  /** Constants of all kernels: the bounds of the number format. */
  readonly formatConstants?: KernelConstants;
  /** Constants that depend on the largest degree of the checks of one dispatch. */
  readonly degreeConstants?: (degree: number) => KernelConstants;
  readonly checkLists?: Readonly<Record<string, readonly number[]>>;
  /** Parts for the kernels' imports in angle brackets. */
  readonly choices: Choices;
  /** Further parts for the check nodes' kernel alone. */
  readonly checkChoices?: Choices;
  /** Further parts for the deciding kernel alone. */
  readonly decideChoices?: Choices;
  /** Kernels that convert channel LLRs and variable nodes' messages into the check nodes' form. */
  readonly pack: string;
  readonly variable: string;
  /** Constants of the kernels that convert channel LLRs, and that write decisions frame by frame. */
  readonly packConstants?: KernelConstants;
  /**
   * Whether the checks of the first iteration have kernels of their own: flooding, they read channel values, which have the form of
   * messages; layered, they subtract no message.
   */
  readonly hasFirstChecks?: boolean;
  /** Whether the kernel of variables sends the first messages (START), whose form is not the channel's. */
  readonly startsWithVariables?: boolean;
  readonly variableConstants: KernelConstants;
  readonly variableLists?: Readonly<Record<string, readonly number[]>>;
  /** Words of a message, and of a variable's channel values; and the frames that share a word. */
  readonly messageWords: number;
  readonly channelWords: number;
  readonly interleave: number;
  /** Whether the words of a vector follow each other in memory; else those of the slots do. */
  readonly contiguous?: boolean;
  /** Frames of a workgroup of these kernels; a word for each of WORKGROUP_SIZE invocations if left out. */
  readonly workgroupFrames?: number;
  /** Frames of a workgroup of the check nodes' kernel and of the variable nodes', if they differ. */
  readonly checkFrames?: number;
  readonly variableFrames?: number;
  /** Workgroups of a check and of a variable, with frames next to each other, that follow each other in x; 1 if left out. */
  readonly checkNeighbours?: number;
  readonly variableNeighbours?: number;
  /** Further tables that the kernels read, the buffer that `pack` and `variable` use for `products`, and those that `variable` has behind it. */
  readonly tables?: Readonly<Record<string, ProgramBuffer>>;
  readonly variableProducts?: string;
  readonly variableTables?: readonly string[];
  /** Constants of the kernels of rules of variables and edges; undefined if these messages have no place for such rules. */
  readonly nodeConstants?: KernelConstants;
  /** Constants of the kernels that write posteriors; undefined if there are none for this arithmetic. */
  readonly softConstants?: KernelConstants;
  /** The choices, in words. */
  readonly notes: readonly string[];
}

/**
 * The rules of variables and edges of a decoder over GF(q). They are kernels of their own, between the kernels of variables and of checks, so that
 * every check-node rule and number format of vectors carries them, and decoders without them have no part of them.
 */
export interface SymbolNodes extends NodeRules {
  /** The value of each variable for the rule of variables; undefined if priors do not change. */
  readonly values?: Uint32Array;
  /** Of a pair of codes: `elements`, then `qubitsOf` (src/quantum/rewire.ts). */
  readonly elements?: Uint32Array;
  /** Words of the weights of edges behind those of `check_start`, and constants of the kernels of checks; undefined if there are none. */
  readonly weights?: { readonly words: Uint32Array; readonly constants: KernelConstants };
  /** Whether posteriors stay for the next leg of a relay, and whether this leg begins with the posteriors of the leg before. */
  readonly carries: boolean;
  readonly carried: boolean;
}

/** The inputs of a decoder's dispatches with a frame-interleaved layout. */
export interface FrameDecoding {
  readonly graph: TannerGraph;
  readonly spec: DecoderSpec;
  readonly arithmetic: FrameArithmetic;
  readonly layered: boolean;
  readonly refills: number;
  /** Whether engines read the number of active frames between iterations. */
  readonly countsActive: boolean;
  readonly nodes: SymbolNodes;
  readonly common: KernelConstants;
}

/** Checks that one dispatch updates. */
export interface DispatchedChecks {
  /** The checks; of layers in random orders as wgsl/nonbinary/check-node/this-check reads them. */
  readonly checks: Uint32Array;
  /** Most checks of an iteration. */
  readonly most: number;
  /** Largest degree among them. */
  readonly degree: number;
}
