import type { ParityCheckMatrix } from "./parity-check-matrix.ts";

/** A named code: its matrix and where it comes from. */
export interface Code {
  /** File-name safe, for example `nb620-gf32`. */
  readonly name: string;
  /** One line for listings. */
  readonly description: string;
  /** Publication, standard or construction command. */
  readonly source: string;
  readonly matrix: ParityCheckMatrix;
}
