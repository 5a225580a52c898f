import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { binaryFormats } from "../../../../src/code/formats/index.ts";
import { type NpyType, npyHeader } from "../../../../src/npy.ts";
import { binaryExample, exampleMatrix } from "../example.ts";

const file = "H.npz";
const read = (members: Record<string, Uint8Array>, options = {}) =>
  binaryFormats.npz.readBytes(zipSync(members), { file, ...options }).matrix;

function npy(type: NpyType, shape: readonly number[], values: ArrayBufferView): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return Uint8Array.from([...npyHeader(type, shape), ...bytes]);
}

const i32 = (...values: number[]) => npy("i32", [values.length], Int32Array.from(values));
const text = (word: string) => npy("s3", [], new TextEncoder().encode(word));
const ones = (count: number) => npy("f64", [count], new Float64Array(count).fill(1));
const shape = npy("i64", [2], BigInt64Array.of(2n, 3n));

/** [[1, 1, 0], [0, 1, 1]] as scipy saves it. */
const csr = {
  "indices.npy": i32(0, 1, 1, 2),
  "indptr.npy": i32(0, 2, 4),
  "format.npy": text("csr"),
  "shape.npy": shape,
};
const csc = {
  "indices.npy": i32(0, 0, 1, 1),
  "indptr.npy": i32(0, 1, 3, 4),
  "format.npy": text("csc"),
  "shape.npy": shape,
};
const coo = { "row.npy": i32(1, 0, 1, 0), "col.npy": i32(2, 0, 1, 1), "format.npy": text("coo"), "shape.npy": shape };

describe("scipy's .npz", () => {
  it.each([
    ["csr", csr],
    ["csc", csc],
    ["coo", coo],
  ])("%s", (_, members) => {
    expect(read({ ...members, "data.npy": ones(4) })).toEqual(binaryExample.matrix);
    expect(read({ ...members, "data.npy": ones(4), "_is_array.npy": npy("u8", [], Uint8Array.of(1)) })).toEqual(
      binaryExample.matrix,
    );
  });

  it("with field elements, and with zeros that are stored", () => {
    const data = npy("i64", [4], BigInt64Array.of(1n, 2n, 1n, 3n));
    expect(read({ ...csr, "data.npy": data }, { polynomial: 7 })).toEqual(exampleMatrix);
    const padded = { ...csr, "indices.npy": i32(0, 1, 2, 1, 2), "indptr.npy": i32(0, 3, 5) };
    const values = npy("i32", [5], Int32Array.of(1, 1, 0, 1, 1));
    expect(read({ ...padded, "data.npy": values })).toEqual(binaryExample.matrix);
  });

  it("a dense array of numpy.savez alone", () => {
    const dense = npy("u8", [2, 3], Uint8Array.of(1, 1, 0, 0, 1, 1));
    expect(read({ "H.npy": dense })).toEqual(binaryExample.matrix);
    expect(() => read({ "H.npy": dense, "G.npy": dense })).toThrow(
      "H.npz: holds the arrays H, G: save the parity-check matrix alone, by scipy.sparse.save_npz or numpy.savez",
    );
  });

  it.each([
    ["no data", csr, 'has no array "data"'],
    ["data of another length", { ...csr, "data.npy": ones(3) }, "do not fit the shape"],
    ["starts that descend", { ...csr, "data.npy": ones(4), "indptr.npy": i32(0, 5, 4) }, "does not ascend"],
    ["an index outside", { ...csr, "data.npy": ones(4), "indices.npy": i32(0, 1, 1, 3) }, "column 3 is outside 0 … 2"],
    ["a negative row", { ...coo, "data.npy": ones(4), "row.npy": i32(1, 0, -1, 0) }, "row -1 is outside 0 … 1"],
    [
      "another kind",
      { ...csr, "data.npy": ones(4), "format.npy": text("bsr") },
      'kind "bsr" is not read: save matrix.tocsr()',
    ],
    [
      "sizes that nothing bears out",
      { ...csr, "data.npy": ones(4), "shape.npy": npy("i64", [2], BigInt64Array.of(2n, 1n << 40n)) },
      "only 4 entries",
    ],
  ])("refuses %s", (_, members, message) => {
    expect(() => read(members)).toThrow(message);
  });

  it("refuses arrays that unpack to more than a matrix can be, before they are unpacked", () => {
    const bytes = zipSync({ ...csr, "data.npy": ones(4) });
    const view = new DataView(bytes.buffer);
    // The size of the last array in the central directory.
    const directory = bytes.findLastIndex((_, i) => view.byteLength - i > 4 && view.getUint32(i, true) === 0x02014b50);
    view.setUint32(directory + 24, 2 ** 32 - 2, true);
    const started = performance.now();
    expect(() => binaryFormats.npz.readBytes(bytes, { file })).toThrow(
      `"data.npy" claims 4294967294 bytes from ${view.getUint32(directory + 20, true)}: at most 268435456 bytes are unpacked`,
    );
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("NumPy's .npy", () => {
  it.each([
    ["u8", Uint8Array.of(1, 1, 0, 0, 1, 1)],
    ["i16", Int16Array.of(1, 1, 0, 0, 1, 1)],
    ["i64", BigInt64Array.of(1n, 1n, 0n, 0n, 1n, 1n)],
    ["f64", Float64Array.of(1, 1, 0, 0, 1, 1)],
  ] as const)("of %s", (type, values) => {
    const { matrix } = binaryFormats.npy.readBytes(npy(type, [2, 3], values), { file: "H.npy" });
    expect(matrix).toEqual(binaryExample.matrix);
  });

  it("in Fortran order, as numpy.save writes a transposed array", () => {
    const bytes = npy("u8", [2, 3], Uint8Array.of(1, 0, 1, 1, 0, 1));
    const text = String.fromCharCode(...bytes).replace("False", "True ");
    const { matrix } = binaryFormats.npy.readBytes(
      Uint8Array.from(text, (character) => character.charCodeAt(0)),
      { file: "H.npy" },
    );
    expect(matrix).toEqual(binaryExample.matrix);
  });

  it("at any place of memory, in bytes whose slice returns a view, as that of Node's Buffer", () => {
    class View extends Uint8Array<ArrayBuffer> {
      override slice(begin?: number, end?: number) {
        return this.subarray(begin, end);
      }
    }
    const bytes = npy("i64", [2, 3], BigInt64Array.of(1n, 1n, 0n, 0n, 1n, 1n));
    const view = new View(Uint8Array.of(0, ...bytes).buffer, 1);
    expect(binaryFormats.npy.readBytes(view, { file: "H.npy" }).matrix).toEqual(binaryExample.matrix);
  });

  it.each([
    ["one dimension", npy("u8", [3], Uint8Array.of(1, 1, 1)), "has two dimensions"],
    ["fractions", npy("f64", [1, 2], Float64Array.of(1, 0.5)), "row 0, column 1: 0.5 is no whole number"],
    ["a cut file", npy("u8", [2, 3], Uint8Array.of(1, 1, 0, 0, 1)), "cut short or damaged"],
  ])("refuses %s", (_, bytes, message) => {
    expect(() => binaryFormats.npy.readBytes(bytes, { file: "H.npy" })).toThrow(message);
  });
});
