import type { CodeReport } from "../../src/index.ts";
import type { CodeText } from "../shared/codes.ts";
import type { Protograph } from "./protograph.ts";

/** A protograph whose threshold is asked for while it is edited. */
export interface EditRequest {
  readonly edited: Protograph;
}

/** A design to compute. */
export interface DesignRequest {
  readonly protograph: Protograph;
  /** lifted: quasi-cyclic; peg: progressive edge growth of a regular graph. */
  readonly method: "lifted" | "peg";
  /** Requested number of symbols. The code has the next length that the method supports. */
  readonly length: number;
  readonly seed: number;
}

/** Thresholds as Eb/N0 in dB. */
export type EditAnswer =
  /** By EXIT analysis, of the edited protograph. */
  | { readonly kind: "quick"; readonly rate: number; readonly ebn0: number }
  /** The same with an edge more and an edge less in a cell; undefined where there is no threshold. */
  | {
      readonly kind: "effect";
      readonly row: number;
      readonly column: number;
      readonly more: number | undefined;
      readonly less: number | undefined;
    }
  | { readonly kind: "failed"; readonly message: string };

export type DesignAnswer =
  | { readonly kind: "code"; readonly code: CodeText; readonly report: CodeReport }
  /** Eb/N0 in dB of the ensemble's threshold. */
  | { readonly kind: "threshold"; readonly rate: number; readonly ebn0: number; readonly seconds: number }
  | { readonly kind: "failed"; readonly message: string };
