import { InputError } from "./errors.ts";

/** The header of an .npy file. */
export interface NpyHeader {
  readonly type: NpyType;
  /** Lengths of the dimensions. */
  readonly shape: readonly number[];
  /** Whether the first dimension is fastest (Fortran order). */
  readonly firstFastest: boolean;
  /** Byte at which the elements begin. */
  readonly offset: number;
}

export type NpyType = keyof typeof NPY_TYPES;

/** Supported element types. NumPy's booleans are bytes 0 and 1; `s3` is a byte string of three, such as "csr". */
export const NPY_TYPES = {
  f16: { descr: ["<f2"], bytes: 2, name: 'float16 ("<f2")' },
  f32: { descr: ["<f4"], bytes: 4, name: 'little-endian float32 ("<f4")' },
  f64: { descr: ["<f8"], bytes: 8, name: 'float64 ("<f8")' },
  c64: { descr: ["<c8"], bytes: 8, name: 'complex64 ("<c8")' },
  c128: { descr: ["<c16"], bytes: 16, name: 'complex128 ("<c16")' },
  u8: { descr: ["|u1", "|b1"], bytes: 1, name: 'uint8 ("|u1")' },
  i8: { descr: ["|i1"], bytes: 1, name: 'int8 ("|i1")' },
  u16: { descr: ["<u2"], bytes: 2, name: 'uint16 ("<u2")' },
  i16: { descr: ["<i2"], bytes: 2, name: 'int16 ("<i2")' },
  u32: { descr: ["<u4"], bytes: 4, name: 'uint32 ("<u4")' },
  i32: { descr: ["<i4"], bytes: 4, name: 'int32 ("<i4")' },
  u64: { descr: ["<u8"], bytes: 8, name: 'uint64 ("<u8")' },
  i64: { descr: ["<i8"], bytes: 8, name: 'int64 ("<i8")' },
  s3: { descr: ["|S3"], bytes: 3, name: 'a string of three bytes ("|S3")' },
} as const;

/** Bytes at the beginning of a file that always hold magic, version and header length. */
export const NPY_PREFIX = 12;
/** No header of a plain array comes near this size; a greater length is garbage, not worth the memory. */
const HEADER_MAXIMUM = 65536;
const MAGIC = [0x93, ...new TextEncoder().encode("NUMPY")];
/** Data begin at a multiple of this (NEP 1). */
const ALIGNMENT = 64;

/**
 * Length in bytes of magic, version, header length and header. @throws InputError if it is no .npy file of version 1 to
 * 3.
 */
export function npyHeaderEnd(prefix: Uint8Array, file: string): number {
  if (MAGIC.some((byte, i) => prefix[i] !== byte)) {
    throw new InputError("is not an .npy file: it does not begin with \\x93NUMPY; plain values need another ending", {
      file,
    });
  }
  if (prefix.length < NPY_PREFIX) throw new InputError("ends within the .npy header", { file });
  const version = prefix[6];
  if (version < 1 || version > 3)
    throw new InputError(`.npy version ${version} is not known: 1, 2 and 3 are`, { file });
  const view = new DataView(prefix.buffer, prefix.byteOffset);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > HEADER_MAXIMUM) throw new InputError(`an .npy header of ${length} bytes is too long`, { file });
  return (version === 1 ? 10 : 12) + length;
}

/**
 * Reads the header of an .npy file (NumPy's format, NEP 1: a Python dictionary literal), versions 1 to 3.
 * @param bytes the file up to `npyHeaderEnd`.
 * @param types the expected element types.
 * @throws InputError for other elements, or a damaged header.
 */
export function readNpyHeader(bytes: Uint8Array, file: string, types: readonly NpyType[]): NpyHeader {
  const offset = npyHeaderEnd(bytes, file);
  if (bytes.length < offset) throw new InputError("ends within the .npy header", { file });
  const text = new TextDecoder().decode(bytes.subarray(bytes[6] === 1 ? 10 : 12, offset));
  const entry = (key: string, value: string) => new RegExp(`['"]${key}['"]\\s*:\\s*${value}\\s*[,}]`).exec(text)?.[1];
  const descr = entry("descr", `['"]([^'"]*)['"]`);
  const fortran = entry("fortran_order", "(True|False)");
  const dimensions = entry("shape", "\\(([\\d\\s,L]*)\\)");
  if (!/^\s*\{.*\}\s*$/s.test(text) || fortran === undefined || dimensions === undefined) {
    throw new InputError(`the .npy header is damaged: ${JSON.stringify(text.trim().slice(0, 100))}`, { file });
  }
  const type = types.find((name) => (NPY_TYPES[name].descr as readonly (string | undefined)[]).includes(descr));
  if (type === undefined) {
    const what = descr === undefined ? "a structured type" : `"${descr}"`;
    const wanted = types.map((name) => NPY_TYPES[name].name).join(" or ");
    throw new InputError(`elements are ${what}: save them as ${wanted}`, { file });
  }
  const shape = dimensions
    .split(",")
    .map((word) => word.trim().replace(/L$/, ""))
    .filter((word) => word !== "")
    .map(Number);
  if (!Number.isSafeInteger(shape.reduce((product, length) => product * length, 1))) {
    throw new InputError(`the .npy header is damaged: shape (${dimensions})`, { file });
  }
  return { type, shape, firstFastest: fortran === "True", offset };
}

/** The header of an .npy file in C order, version 1. */
export function npyHeader(type: NpyType, shape: readonly number[]): Uint8Array {
  // A tuple of one element needs its comma.
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const dictionary = `{'descr': '${NPY_TYPES[type].descr[0]}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const before = MAGIC.length + 4;
  const length = Math.ceil((before + dictionary.length + 1) / ALIGNMENT) * ALIGNMENT - before;
  const header = new TextEncoder().encode(`${dictionary.padEnd(length - 1)}\n`);
  return Uint8Array.from([...MAGIC, 1, 0, length % 256, Math.floor(length / 256), ...header]);
}
