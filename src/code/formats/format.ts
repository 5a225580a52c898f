import type { Code } from "../code.ts";

/**
 * Meaning of the numbers of a file: field elements themselves, exponents of α counted from 0, or exponents plus one (so
 * that 0 stays free for the zero element).
 */
export const VALUE_CONVENTIONS = ["decimal", "exponent", "exponent+1"] as const;

export type ValueConvention = (typeof VALUE_CONVENTIONS)[number];

/** Options for reading a file that leaves something open. */
export interface ReadOptions {
  /** The file's name in error messages. */
  readonly file: string;
  /** Meaning of the values; the format's own convention if left out. */
  readonly values?: ValueConvention;
  /** Primitive polynomial of the field; the usual one of GF(q) if left out. */
  readonly polynomial?: number;
  /** Lifting size of one code of a file of base matrices; needed if the file has several codes. */
  readonly liftingSize?: number;
}

/** Properties of a code beside its matrix that a file may hold; `field size` is q alone, `polynomial` the field. */
type HeldProperty = "punctured" | "shortened" | "field size" | "polynomial" | "circulants" | "parity" | "name";

export interface WriteOptions {
  /** Meaning of the written values, `--to-values` in error messages; the format's own convention if left out. */
  readonly values?: ValueConvention;
  /** Whether the matrix is written alone, without the code's punctured and shortened symbols. Default false. */
  readonly dropPuncturing?: boolean;
}

/** The content of a file: always a matrix, in some formats also the name, description and source of the code. */
export type FileContent = Pick<Code, "matrix"> & Partial<Code>;

/**
 * A file format of parity-check matrices, as text.
 * @example
 * const format: MatrixFormat = formats.kn;
 * readCode(format.write(code), "code.txt", { format: "kn" }).matrix.columns; // → 24
 */
export interface MatrixFormat {
  /** One line for listings. */
  readonly description: string;
  /** File name endings with their dot, the usual one first. */
  readonly extensions: readonly string[];
  /** Properties of a code that a file holds beside its matrix. */
  readonly holds: readonly HeldProperty[];
  /**
   * The code in a file's text.
   * @param text the whole file.
   * @param options the file's name, and the facts that the text leaves open.
   * @throws InputError with file and line if the text is not in this format.
   */
  read(text: string, options: ReadOptions): FileContent;
  /**
   * The file's text.
   * @param code the code whose matrix is written.
   * @param options meaning of the written values; the format's own convention if left out.
   * @throws InputError if the format cannot hold the code, or its punctured or shortened symbols without `dropPuncturing`.
   */
  write(code: Code, options?: WriteOptions): string;
}

/**
 * A file format of parity-check matrices that is no text.
 * @example
 * const format: BinaryMatrixFormat = binaryFormats.npy;
 * readCode(format.writeBytes(code), "H.npy", { polynomial: 7 }).matrix.columns; // → 24
 */
export interface BinaryMatrixFormat extends Omit<MatrixFormat, "read" | "write"> {
  /**
   * The code in a file's bytes.
   * @param bytes the whole file.
   * @param options the file's name, and the facts that the bytes leave open.
   * @throws InputError with the file if the bytes are not in this format.
   */
  readBytes(bytes: Uint8Array, options: ReadOptions): FileContent;
  /**
   * The file's bytes.
   * @param code the code whose matrix is written.
   * @param options meaning of the written values; the format's own convention if left out.
   * @throws InputError if the format cannot hold the code, or its punctured or shortened symbols without `dropPuncturing`.
   */
  writeBytes(code: Code, options?: WriteOptions): Uint8Array;
}
