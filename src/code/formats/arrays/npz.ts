import { unzipSync, zipSync } from "fflate";
import { InputError } from "../../../errors.ts";
import { type NpyType, npyHeader } from "../../../npy.ts";
import type { ParityCheckMatrix } from "../../parity-check-matrix.ts";
import type { BinaryMatrixFormat, FileContent, ReadOptions } from "../format.ts";
import { storedValue } from "../values.ts";
import { matrixOfEntries } from "./entries.ts";
import { matrixOfArray, readNpy, WHOLE_OR_REAL } from "./npy.ts";

/** A zip archive of .npy arrays: a sparse matrix as `scipy.sparse.save_npz` writes it, or one dense array of `numpy.savez`. */
export const npz: BinaryMatrixFormat = {
  description: "scipy .npz, a sparse matrix (csr, csc, coo)",
  extensions: [".npz"],
  readBytes(bytes, options) {
    const { file } = options;
    const { names, members } = unzip(bytes, file);
    if (members["format.npy"] === undefined) {
      const [only] = names;
      if (names.length === 1 && members[only] !== undefined) {
        return matrixOfArray(readNpy(members[only], `${file}(${only})`, WHOLE_OR_REAL), options);
      }
      const held =
        names.length === 0 ? "no array" : `the arrays ${names.map((name) => name.replace(/\.npy$/, "")).join(", ")}`;
      const message = `holds ${held}: save the parity-check matrix alone, by scipy.sparse.save_npz or numpy.savez`;
      throw new InputError(message, { file });
    }
    const format = new TextDecoder().decode(array(members, "format", file, ["s3"]).bytes);
    if (format === "csr" || format === "csc") return readCompressed(members, format, options);
    if (format === "coo") return readCoordinates(members, options);
    throw new InputError(`a sparse matrix of kind "${format}" is not read: save matrix.tocsr()`, { file });
  },
  writeBytes({ matrix }, { values = "decimal" } = {}) {
    return zipSync(
      csrMembers(matrix, (element) => storedValue(matrix.field, element, values)),
      { mtime: ZIP_EPOCH },
    );
  },
};

/** Bytes of all arrays together: a matrix of 2²⁴ ones with indices of 64 bits. */
const BYTES_MAXIMUM = 2 ** 28;
/** The same matrix makes the same file. */
const ZIP_EPOCH = new Date(1980, 0, 1);
const ARRAYS = ["format", "shape", "data", "indices", "indptr", "row", "col"];

type Members = Readonly<Record<string, Uint8Array>>;

/**
 * The names in the archive, and the arrays of a sparse matrix or the first one.
 * @throws InputError for a damaged archive, or for arrays larger than a matrix can be, before they are allocated.
 */
function unzip(bytes: Uint8Array, file: string): { names: readonly string[]; members: Members } {
  const names: string[] = [];
  let total = 0;
  try {
    const members = unzipSync(bytes, {
      filter: ({ name, originalSize, size, compression }) => {
        names.push(name);
        if (!name.endsWith(".npy") || (names.length > 1 && !ARRAYS.includes(name.slice(0, -4)))) return false;
        total += originalSize;
        if (total > BYTES_MAXIMUM || size > bytes.length || (compression === 0 && size !== originalSize)) {
          const claim = `"${name}" claims ${originalSize} bytes from ${size}`;
          throw new InputError(`${claim}: at most ${BYTES_MAXIMUM} bytes are unpacked from one file`, { file });
        }
        return true;
      },
    });
    return { names, members };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError("is no .npz file, or a damaged one: it cannot be unpacked", { file });
  }
}

function array(members: Members, name: string, file: string, types: readonly NpyType[] = WHOLE_OR_REAL) {
  const bytes = members[`${name}.npy`];
  if (bytes === undefined) throw new InputError(`has no array "${name}": is it from scipy.sparse.save_npz?`, { file });
  return readNpy(bytes, `${file}(${name}.npy)`, types);
}

function shapeOf(members: Members, file: string): readonly [rows: number, columns: number] {
  const { values } = array(members, "shape", file);
  if (values.length !== 2) throw new InputError("the array has another number of dimensions than two", { file });
  return [values[0], values[1]];
}

function readCompressed(members: Members, format: "csr" | "csc", options: ReadOptions): FileContent {
  const { file } = options;
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
  return matrixOfEntries({ rows, columns, row, column, value, header: place, place: () => place }, options);
}

function readCoordinates(members: Members, options: ReadOptions): FileContent {
  const { file } = options;
  const place = { file };
  const [rows, columns] = shapeOf(members, file);
  const row = array(members, "row", file).values;
  const column = array(members, "col", file).values;
  const value = array(members, "data", file).values;
  if (row.length !== column.length || row.length !== value.length) {
    throw new InputError("row, col and data have different lengths: the file is damaged", place);
  }
  return matrixOfEntries({ rows, columns, row, column, value, header: place, place: () => place }, options);
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
