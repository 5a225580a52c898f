import { zipSync } from "fflate";
import { InputError } from "../../errors.ts";
import { NPY_TYPES, type NpyType, npyHeader, readNpyHeader } from "../../npy.ts";
import { type ZipMembers, zipMembers } from "../../unpack.ts";
import { type ParityCheckMatrix, rowEntries } from "../parity-check-matrix.ts";
import type { BinaryMatrixFormat, FileContent, ReadOptions } from "./format.ts";
import { DENSE_VALUES_MAXIMUM, matrixOfEntries, refuseExponents, storedValue } from "./lists.ts";

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
const WHOLE_OR_REAL: readonly NpyType[] = ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "f64"];

/** An array of an .npy file, its elements as numbers. */
interface NpyArray {
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
function matrixOfArray({ shape, values }: NpyArray, options: ReadOptions): FileContent {
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

/** A zip archive of .npy arrays: a sparse matrix as `scipy.sparse.save_npz` writes it, or one dense array of `numpy.savez`. */
export const npz: BinaryMatrixFormat = {
  description: "scipy .npz, a sparse matrix (csr, csc, coo)",
  extensions: [".npz"],
  holds: [],
  readBytes(bytes, options) {
    const { file } = options;
    const found = npzEntries(bytes, file);
    if ("shape" in found) return matrixOfArray(found, options);
    return matrixOfEntries({ ...found, header: { file }, place: () => ({ file }) }, options);
  },
  writeBytes({ matrix }, { values = "decimal" } = {}) {
    return zipSync(
      csrMembers(matrix, (element) => storedValue(matrix.field, element, values)),
      { mtime: ZIP_EPOCH },
    );
  },
};

/** Entries of a sparse array, in any order. */
export interface ArrayEntries {
  readonly rows: number;
  readonly columns: number;
  readonly row: ArrayLike<number>;
  readonly column: ArrayLike<number>;
  readonly value: ArrayLike<number>;
}

/** The sparse array of an archive, or its only dense one. @throws InputError for an archive with other arrays, or a damaged one. */
export function npzEntries(bytes: Uint8Array, file: string): ArrayEntries | NpyArray {
  const members = zipMembers(bytes, file, BYTES_MAXIMUM);
  if (!members.has("format.npy")) {
    const names = [...members.keys()];
    const [only] = names;
    if (names.length === 1 && only.endsWith(".npy")) {
      return readNpy(members.get(only)!(), `${file}(${only})`, WHOLE_OR_REAL);
    }
    const held =
      names.length === 0 ? "no array" : `the arrays ${names.map((name) => name.replace(/\.npy$/, "")).join(", ")}`;
    const message = `holds ${held}: save the parity-check matrix alone, by scipy.sparse.save_npz or numpy.savez`;
    throw new InputError(message, { file });
  }
  const format = new TextDecoder().decode(array(members, "format", file, ["s3"]).bytes);
  if (format === "csr" || format === "csc") return readCompressed(members, format, file);
  if (format === "coo") return readCoordinates(members, file);
  throw new InputError(`a sparse matrix of kind "${format}" is not read: save matrix.tocsr()`, { file });
}

/** Bytes of all arrays together: a matrix of 2²⁴ ones with indices of 64 bits. */
const BYTES_MAXIMUM = 2 ** 28;
/** The same matrix makes the same file. */
const ZIP_EPOCH = new Date(1980, 0, 1);
function array(members: ZipMembers, name: string, file: string, types: readonly NpyType[] = WHOLE_OR_REAL) {
  const member = members.get(`${name}.npy`);
  if (member === undefined) throw new InputError(`has no array "${name}": is it from scipy.sparse.save_npz?`, { file });
  return readNpy(member(), `${file}(${name}.npy)`, types);
}

function shapeOf(members: ZipMembers, file: string): readonly [rows: number, columns: number] {
  const { values } = array(members, "shape", file);
  if (values.length !== 2) throw new InputError("the array has another number of dimensions than two", { file });
  return [values[0], values[1]];
}

function readCompressed(members: ZipMembers, format: "csr" | "csc", file: string): ArrayEntries {
  const place = { file };
  const [rows, columns] = shapeOf(members, file);
  const indices = array(members, "indices", file).values;
  const starts = array(members, "indptr", file).values;
  const value = array(members, "data", file).values;
  const major = new Float64Array(indices.length);
  const lists = format === "csr" ? rows : columns;
  if (
    starts.length !== lists + 1 ||
    value.length !== indices.length ||
    starts[0] !== 0 ||
    starts[lists] !== indices.length
  ) {
    throw new InputError("indptr, indices and data do not fit the shape: the file is damaged", place);
  }
  for (let list = 0; list < lists; list++) {
    if (!(starts[list] <= starts[list + 1])) throw new InputError("indptr does not ascend: the file is damaged", place);
    major.fill(list, starts[list], starts[list + 1]);
  }
  const [row, column] = format === "csr" ? [major, indices] : [indices, major];
  return { rows, columns, row, column, value };
}

function readCoordinates(members: ZipMembers, file: string): ArrayEntries {
  const place = { file };
  const [rows, columns] = shapeOf(members, file);
  const row = array(members, "row", file).values;
  const column = array(members, "col", file).values;
  const value = array(members, "data", file).values;
  if (row.length !== column.length || row.length !== value.length) {
    throw new InputError("row, col and data have different lengths: the file is damaged", place);
  }
  return { rows, columns, row, column, value };
}

function csrMembers(
  { rows, columns, checkStart, variable, value }: ParityCheckMatrix,
  stored: (element: number) => number,
): Record<string, Uint8Array> {
  const npy = (type: NpyType, shape: readonly number[], { buffer, byteOffset, byteLength }: ArrayBufferView) => {
    const header = npyHeader(type, shape);
    const bytes = new Uint8Array(header.length + byteLength);
    bytes.set(header);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), header.length);
    return bytes;
  };
  return {
    "indices.npy": npy("i32", [variable.length], variable),
    "indptr.npy": npy("i32", [rows + 1], checkStart),
    "format.npy": npy("s3", [], new TextEncoder().encode("csr")),
    "shape.npy": npy("i64", [2], BigInt64Array.of(BigInt(rows), BigInt(columns))),
    "data.npy": npy("u8", [value.length], value.map(stored)),
  };
}
