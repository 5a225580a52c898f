import type { Lanes, StepBounds } from "../../../wgsl/binary/formats/index.ts";
import type { KernelConstants } from "../../gpu/kernel.ts";
import type { Choices, Part } from "../../gpu/part.ts";
import type { NodeRules } from "../nodes/rule.ts";
import type { DecoderOptions } from "../option.ts";
import type { DecodableCode, RuleNotes } from "../rule.ts";
import type { DecoderSpec } from "../spec.ts";
import type { BinaryGraph } from "./graph.ts";
import type { ScatterArithmetic } from "./scatter.ts";

/** Exponentials and logarithms of ratios, for rules on CPUs. */
export const RATIOS: Part = { name: "binary/check-node/ratios" };

/** Words of a rule that depend on the code, which a buffer of a kernel has from TABLES_AT on, and their constants. */
export interface RuleTables {
  readonly words: Uint32Array;
  readonly constants: KernelConstants;
}

/** The arithmetic of a binary decoder: parts of wgsl/binary/formats and wgsl/binary/rules, and their constants. */
export interface BinaryArithmetic {
  readonly lanes: Lanes;
  readonly rule: Part;
  /**
   * The rule for kernels that join magnitudes from both ends of a check (binary/chip/iterations), and the bounds of its format;
   * undefined if it has no such form. f32 has none: with messages in registers a compiler may take t + R − R for t.
   */
  readonly exclusive?: { readonly rule: Part; readonly bounds: StepBounds };
  readonly constants: KernelConstants;
  /** Whether all messages of a check have one of two magnitudes, for which the rule declares `check_minima` and `check_distance` (binary/check-node/compressed). */
  readonly hasMinima?: true;
  /** Words for the update of checks. @throws InputError if they do not suit the code. */
  readonly tables?: (graph: BinaryGraph, code: DecodableCode) => RuleTables | undefined;
  /** Parts for further imports of the rule in angle brackets. */
  readonly imports?: Choices;
  /** What a CPU has in the place of the rule, or beside it. */
  readonly onCpu?: Partial<Pick<BinaryArithmetic, "rule" | "imports">>;
  /**
   * Variables look messages up in tables (binary/levels/variable), which posteriors in workgroup memory have no place for: the words of these
   * tables. @throws InputError if they do not suit the code.
   */
  readonly lookUp?: (code: DecodableCode) => RuleTables;
  /** Rules of variables and edges that belong to the decoder: no spec names them. */
  readonly nodes?: Partial<NodeRules>;
}

/** Choices made for a code and device. */
export interface BinaryPlan {
  readonly layered: boolean;
  readonly compact: boolean;
  /** The table of the edges' variables has the edges of a check together; not with `compact`. */
  readonly edgesByCheck: boolean;
  /** Posteriors in workgroup memory and all iterations in one dispatch. */
  readonly resident: boolean;
  /** Messages in registers; with `resident` only. */
  readonly chip: boolean;
  /** Memory is frame-interleaved; not with `resident`. */
  readonly frameInterleaved: boolean;
  /** Edges whose bits share a word where messages of a check are in memory as two magnitudes and two bits an edge; 0 where they are not. */
  readonly compressed: number;
  readonly syndrome: boolean;
  /** Channel LLRs of degree-1 variables take the signs of their checks' syndromes once, so that no iteration reads these signs. */
  readonly syndromeInChannel: boolean;
  /** The rules of variables and edges. */
  readonly nodes: NodeRules;
  /** Posteriors of an earlier decoding stay, for the rule of variables: a leg of a relay. */
  readonly carried: boolean;
  /** Orders of the layers of the iterations, which follow each other again after the last; none if all have the graph's. */
  readonly orders?: readonly Uint32Array[];
  /** The value of each variable for the rule of variables; none if the rule has none. */
  readonly values?: Uint32Array;
  /** The caller writes channel words and reads decisions itself: `DecoderProgram.lanes`. */
  readonly lanes: boolean;
  /** `BinaryArithmetic.tables` and `BinaryArithmetic.lookUp` of the code. */
  readonly tables?: RuleTables;
  readonly lookUp?: RuleTables;
  /** Posteriors are written as LLRs too. */
  readonly soft: boolean;
  readonly notes: readonly string[];
}

/** A check-node rule of bits, as its file in rules/ exports it. */
export interface BinaryRule extends RuleNotes {
  /** Its options, in the order of the canonical spec; the options of reprocessing and of mappings follow. */
  readonly options: DecoderOptions;
  /** Parts and constants of the kernels for a spec of these options. @throws InputError for options that do not go together. */
  readonly arithmetic: (spec: DecoderSpec) => BinaryArithmetic;
  /** Values of the options that binary decoders have and this rule does not offer; it then has no options of mappings. */
  readonly fixed?: Readonly<Record<string, string>>;
  /**
   * The rule's form for few frames, with LLRs in int8 and decisions as bits, if it has one:
   * src/decoder/binary/scatter.ts.
   */
  readonly scatter?: (spec: DecoderSpec) => ScatterArithmetic;
  /** As `CheckNodeRule` has it. */
  readonly llrMaximum?: (options: DecoderSpec["options"]) => number;
}
