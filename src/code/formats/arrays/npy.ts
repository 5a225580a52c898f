import { InputError } from "../../../errors.ts";
import { NPY_TYPES, type NpyType, npyHeader, readNpyHeader } from "../../../npy.ts";
import { rowEntries } from "../../parity-check-matrix.ts";
import type { BinaryMatrixFormat, FileContent, ReadOptions } from "../format.ts";
import { storedValue } from "../values.ts";
import { DENSE_VALUES_MAXIMUM, refuseExponents } from "./dense.ts";
import { matrixOfEntries } from "./entries.ts";

/** A dense matrix as NumPy saves it: two dimensions, booleans or whole numbers. */
export const npyMatrix: BinaryMatrixFormat = {
  description: "NumPy .npy, a two-dimensional array of zeros and ones (or of field elements)",
  extensions: [".npy"],
  holds: [],
  readBytes: (bytes, options) => matrixOfArray(readNpy(bytes, options.file, WHOLE_OR_REAL), options),
  writeBytes({ matrix }, { values = "decimal" } = {}) {
    refuseExponents(values);
    const { rows, columns, field } = matrix;
    if (rows * columns > DENSE_VALUES_MAXIMUM) {
      throw new InputError(`${rows} × ${columns} values are too many for a dense array: write .npz`);
    }
    const header = npyHeader("u8", [rows, columns]);
    const bytes = new Uint8Array(header.length + rows * columns);
    bytes.set(header);
    for (let m = 0; m < rows; m++) {
      for (const [n, element] of rowEntries(matrix, m)) {
        bytes[header.length + m * columns + n] = storedValue(field, element, values);
      }
    }
    return bytes;
  },
};

/** Elements of matrices and of their indices. */
export const WHOLE_OR_REAL: readonly NpyType[] = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64"];

/** An array of an .npy file, its elements as numbers. */
export interface NpyArray {
  readonly shape: readonly number[];
  /** Elements, the last dimension fastest. */
  readonly values: ArrayLike<number>;
  /** Bytes of a string, or of complex numbers. */
  readonly bytes: Uint8Array;
}

/** Reads an .npy file in memory. @throws InputError as `readNpyHeader`, or for a size that is not the header's. */
export function readNpy(bytes: Uint8Array, file: string, types: readonly NpyType[]): NpyArray {
  const { type, shape, firstFastest, offset } = readNpyHeader(bytes, file, types);
  const count = shape.reduce((product, length) => product * length, 1);
  const size = offset + count * NPY_TYPES[type].bytes;
  if (bytes.length !== size) {
    throw new InputError(`has ${bytes.length} bytes, but its header makes ${size}: it is cut short or damaged`, {
      file,
    });
  }
  // A copy, so that elements begin at a multiple of their size; `slice` of Node's Buffer would be a view.
  const content = new Uint8Array(bytes.subarray(offset));
  const values =
    type === "s3" || type === "f16" || type === "c64" || type === "c128" ? [] : elements(content.buffer, type);
  return { shape, bytes: content, values: firstFastest ? lastFastest(values, shape) : values };
}

/** Elements of a matrix in Fortran order, row after row. Arrays of other dimensions stay, since no matrix is read from them. */
function lastFastest(values: ArrayLike<number>, shape: readonly number[]): ArrayLike<number> {
  if (shape.length !== 2) return values;
  const [rows, columns] = shape;
  return Float64Array.from({ length: values.length }, (_, i) => values[Math.floor(i / columns) + rows * (i % columns)]);
}

/** The matrix of a dense array. @throws InputError for another shape, or a value that is not whole. */
export function matrixOfArray({ shape, values }: NpyArray, options: ReadOptions): FileContent {
  const place = { file: options.file };
  if (shape.length !== 2) {
    throw new InputError(`an array of shape (${shape.join(", ")}): a parity-check matrix has two dimensions`, place);
  }
  refuseExponents(options.values, place);
  const [rows, columns] = shape;
  const row: number[] = [];
  const column: number[] = [];
  const value: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0) continue;
    if (!Number.isSafeInteger(values[i]) || values[i] < 0) {
      const at = `row ${Math.floor(i / columns)}, column ${i % columns}`;
      throw new InputError(`${at}: ${values[i]} is no whole number from 0 on`, place);
    }
    row.push(Math.floor(i / columns));
    column.push(i % columns);
    value.push(values[i]);
  }
  return matrixOfEntries({ rows, columns, row, column, value, header: place, place: () => place }, options);
}

/** 64-bit integers as numbers, which are exact up to 2⁵³. Larger ones are refused later, since no index or value is that large. */
function elements(buffer: ArrayBuffer, type: Exclude<NpyType, "s3" | "f16" | "c64" | "c128">): ArrayLike<number> {
  if (type === "u64") return Float64Array.from(new BigUint64Array(buffer), Number);
  if (type === "i64") return Float64Array.from(new BigInt64Array(buffer), Number);
  return new ARRAYS[type](buffer);
}

const ARRAYS = {
  f32: Float32Array,
  f64: Float64Array,
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
} as const;
