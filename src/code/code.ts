import type { ErrorModel } from "../quantum/error-model.ts";
import type { DecodingGraph } from "../quantum/rewire.ts";
import type { BaseMatrix } from "./base-matrix.ts";
import type { ParityCheckMatrix } from "./parity-check-matrix.ts";
import type { ParityStructure } from "./parity-structure.ts";
import type { Windows } from "./windows.ts";

/**
 * A named code: its matrix and where it comes from.
 * @example
 * const { name, matrix }: Code = code;
 * [name, matrix.columns, matrix.rows, matrix.field.q]; // → ["c", 24, 12, 4]
 */
export interface Code {
  /** File-name safe, for example `nb620-gf32`. */
  readonly name: string;
  /** One line for listings. */
  readonly description: string;
  /** Publication, standard or construction command. */
  readonly source: string;
  /** H over GF(q), M × N, punctured and shortened columns included. */
  readonly matrix: ParityCheckMatrix;
  /** The error model of a quantum circuit that the code is made of: checks are detectors, symbols mechanisms with priors of their own. */
  readonly model?: ErrorModel;
  /** The graph that the error model is decoded on, if that is not the model's own. */
  readonly rewired?: DecodingGraph;
  /** Checks that decoders do not test when they decide whether a frame is done, ascending; absent if they test all. */
  readonly untested?: Uint32Array;
  /** The windows in which an error model, or a word, is decoded; all at once if left out. */
  readonly windows?: Windows;
  /** The matrix in compact form; absent if it is not known to be quasi-cyclic. `matrix` is its expansion. */
  readonly base?: BaseMatrix;
  /** How the parity part of `base` is built; decides the encoder. */
  readonly parity?: ParityStructure;
  /** Symbols that are never sent, ascending: of 5G, the first 2Z. The receiver knows nothing of them. */
  readonly punctured?: Uint32Array;
  /** Information symbols that are zero by agreement and not sent, ascending: filler bits. The receiver is sure of them. */
  readonly shortened?: Uint32Array;
  /**
   * Empty rows of H in the code's file, ascending. `matrix` is without them, since they check nothing; their syndromes are 0. Absent if there
   * are none.
   */
  readonly emptyRows?: Uint32Array;
  /** Transmissions of 5G, which may send a symbol several times, in an order of their own. */
  readonly sending?: {
    /** Positions in the order in which they are sent. The receiver adds up the LLRs of a position that is sent several times. */
    readonly order: Uint32Array;
    /** Information bits that are checksums and carry no data, on average: the rate does not count them. */
    readonly checksumBits: number;
    /** Code blocks that send fewer bits than `order` has; absent where all code blocks of the transport block send equally many. */
    readonly shorter?: {
      /** Positions in the order of sending; the longer order has them too. */
      readonly order: Uint32Array;
      /** Frame f is code block f mod `blocks` of a transport block, and the code blocks 0 … `count` − 1 send this order. */
      readonly count: number;
      readonly blocks: number;
    };
  };
}
