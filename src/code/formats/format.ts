import type { Code } from "../code.ts";

/**
 * What the numbers of a file mean: field elements as they are, exponents of α counted from 0, or exponents plus one
 * (so that 0 stays free for the zero element).
 */
export const VALUE_CONVENTIONS = ["decimal", "exponent", "exponent+1"] as const;

export type ValueConvention = (typeof VALUE_CONVENTIONS)[number];

/** How to read a file whose content leaves something open. */
export interface ReadOptions {
  /** What error messages call the file. */
  readonly file: string;
  /** What the values mean; the format's own convention if left out. */
  readonly values?: ValueConvention;
  /** Primitive polynomial of the field; the usual one of GF(q) if left out. */
  readonly polynomial?: number;
  /** Which code of a file of base matrices; needed if the file has several. */
  readonly liftingSize?: number;
}

export interface WriteOptions {
  /** What the values shall mean; the format's own convention if left out. */
  readonly values?: ValueConvention;
}

/** What a file holds: always a matrix, in some formats also the name, description and source of the code. */
export type FileContent = Pick<Code, "matrix"> & Partial<Code>;

/** A file format of parity-check matrices, as text. */
export interface MatrixFormat {
  readonly description: string;
  /** File name endings with their dot, the usual one first. */
  readonly extensions: readonly string[];
  /** @throws InputError with file and line if the text is not in this format. */
  read(text: string, options: ReadOptions): FileContent;
  /** @throws InputError if the format cannot hold the code. */
  write(code: Code, options?: WriteOptions): string;
}
