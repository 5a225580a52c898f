import type { Code } from "../code/code.ts";
import type { DeviceLimits } from "../gpu/program.ts";
import type { DecoderProgram } from "./decoder-program.ts";
import type { DecoderOptions } from "./option.ts";
import type { DecoderSpec } from "./spec.ts";

/**
 * The parts of a code that a decoder needs: H, and its compact form if it has one.
 * @example
 * const own: DecodableCode = { matrix: code.matrix };
 */
export type DecodableCode = Pick<Code, "matrix"> &
  Partial<Pick<Code, "name" | "base" | "model" | "rewired" | "untested" | "windows">>;

/**
 * A caller's requests to a decoder besides its spec.
 * @example
 * const request: DecoderRequest = { frames: 1, syndrome: true };
 */
export interface DecoderRequest {
  /** The word need not satisfy the checks but has a given syndrome: input buffer `syndrome` [frame][M]. */
  readonly syndrome?: boolean;
  /**
   * The program's caller writes channel words and reads decisions in the decoder's own form (`DecoderProgram.lanes`).
   * Decoders without such a form ignore the request.
   */
  readonly lanes?: boolean;
  /** The program also writes its posteriors: `DecoderProgram`. */
  readonly soft?: boolean;
  /** The member of an ensemble, which has its own random orders and values; 0 if left out. */
  readonly member?: number;
  /** Posteriors stay as the run before left them, for rules of variables: messages begin with the channel's LLRs. */
  readonly carried?: boolean;
  /** Posteriors stay for a next run that is `carried`. */
  readonly carries?: boolean;
  /** Frames in flight, where a decoder has more than one mapping; many if left out. */
  readonly frames?: number;
  /**
   * Decoders with a frame-interleaved layout that flood and stop early: the average number of frames that use one
   * message slot in turn; chosen by frames and device if left out.
   */
  readonly refills?: number;
  /** False: `frameDecoder`'s runs on a GPU are timed by the clock, as `Program.timed` says; default true. */
  readonly timed?: boolean;
}

/**
 * A rule's description for `ldpc decoders` and doc/reference/decoders.md, as plain text. d is the degree of a check, q
 * the size of the field, Q_i the message from the check's i-th variable, R_i the message to it.
 */
export interface RuleNotes {
  /** Summary of the rule, in half a line. */
  readonly description: string;
  /** Its equations, one to an element; continued lines begin with spaces. */
  readonly equation: readonly string[];
  /** Its publication. */
  readonly source: string;
  /** What its source, or a paper that chooses it, claims of it; then what this project found, and in brackets the experiment, file or test. */
  readonly claim: string;
  readonly cost: CheckCost | FrameCost;
  readonly exactness: Exactness;
  /** The cases for the rule and the case against it: measurements, with the source of every figure. */
  readonly use: string;
  /** Its rows in the table that recommends decoders; empty if another rule is always preferable. */
  readonly advice: readonly Advice[];
}

/** A row of the table that recommends decoders. */
interface Advice {
  readonly wanted: string;
  /** A decoder spec. */
  readonly decoder: string;
  readonly reason: string;
}

/** Cost of one check in one iteration. */
export interface CheckCost {
  readonly per?: undefined;
  /** In d and q, for the reader: `6(d − 2)·q²`. */
  readonly formula: string;
  /** The same as a function; `options` of the spec where they change it: levels of min-max. */
  readonly operations: (d: number, q: number, options: DecoderSpec["options"]) => number;
  /**
   * Kind of most of the operations, since devices run them at different rates: additions and products, or minima,
   * comparisons, logic.
   */
  readonly kind: "arithmetic" | "comparison";
  /** The operations that are counted, and the operations that are not. */
  readonly of: string;
}

/** Cost of a frame, for a decoder without iterations. */
interface FrameCost {
  readonly per: "frame";
  /** Number of patterns in n, k and q, for the reader. */
  readonly formula: string;
  /** Operations of a frame at most, in the length and the dimension of the code and the size of its field. */
  readonly operations: (n: number, k: number, q: number, options: DecoderSpec["options"]) => number;
  /** Work of a pattern, and patterns that need none. */
  readonly of: string;
}

export interface Exactness {
  /**
   * Whether every device and the CPU engine compute the same bits, or numbers within a tolerance, so that counts may differ.
   */
  readonly devices: "bit-equal" | "tolerance";
  /** Exactness in words: exact, or the error and its reference. */
  readonly text: string;
}

/** A check-node rule: one line of the table. */
export interface CheckNodeRule extends RuleNotes {
  /** Kind of the channel LLRs that the program takes: bits only over GF(2). */
  readonly input: DecoderProgram["input"];
  /**
   * The largest channel LLR that a decoder of these options keeps for a code, apart from certainty; larger ones are cut. Where it is
   * undefined the option `llr-clip` or the number format of `messages` says it, or there is none.
   */
  readonly llrMaximum?: (options: DecoderSpec["options"], code: DecodableCode) => number | undefined;
  /** False of a decoder without iterations: its specs have neither `iterations` nor `stop`. True if left out. */
  readonly iterates?: false;
  /** Its options besides iterations and stop, in the order of the canonical spec. */
  readonly options: DecoderOptions;
  /**
   * The decoder that uses it.
   * @throws InputError if the code or device does not allow it, or an explicit option cannot be met.
   */
  decoder(code: DecodableCode, spec: DecoderSpec, limits: DeviceLimits, request?: DecoderRequest): DecoderProgram;
}
