import { zipSync } from "fflate";
import { InputError } from "../../../errors.ts";
import { type NpyType, npyHeader } from "../../../npy.ts";
import { type ZipMembers, zipMembers } from "../../../unpack.ts";
import type { ParityCheckMatrix } from "../../parity-check-matrix.ts";
import type { BinaryMatrixFormat } from "../format.ts";
import { storedValue } from "../values.ts";
import { matrixOfEntries } from "./entries.ts";
import { matrixOfArray, type NpyArray, readNpy, WHOLE_OR_REAL } from "./npy.ts";

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
