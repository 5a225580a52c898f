import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { binaryFormats, FORMAT_NAMES, formats } from "../../../src/code/formats/index.ts";
import { readCode } from "../../../src/code/formats/read-code.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { InputError } from "../../../src/errors.ts";
import { quasiCyclic as code } from "./example.ts";

const encoder = new TextEncoder();
const bytesOf = (name: string): Uint8Array =>
  name in formats ? encoder.encode(formats[name].write(code)) : binaryFormats[name].writeBytes(code);
const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isLittle ? bytes : bytes.swap16();
};
const reads = (bytes: Uint8Array, format: string, file = "H.dat") =>
  expect(codeHash(readCode(bytes, file, { format }).matrix)).toBe(codeHash(code.matrix));

describe.each(FORMAT_NAMES)("the reader of %s", (format) => {
  it("unpacks .gz, as the ending says and as the content says", () => {
    const packed = gzipSync(bytesOf(format));
    reads(packed, format, "H.dat.gz");
    reads(packed, format);
  });

  it("names the right format for a container that it does not read", () => {
    for (const container of Object.keys(binaryFormats)) {
      if (container === format) continue;
      expect(() => readCode(bytesOf(container), "H.dat", { format })).toThrow(
        format in formats ? `say --format ${container}` : InputError,
      );
    }
  });
});

describe.each(Object.keys(formats))("the reader of %s", (format) => {
  it("takes text as PowerShell, Windows and spreadsheets write it", () => {
    const text = formats[format].write(code);
    for (const variant of [text.replaceAll("\n", "\r\n"), `\uFEFF${text}`, text.trimEnd(), `${text}\n \n`]) {
      reads(encoder.encode(variant), format);
    }
    for (const isLittle of [true, false]) {
      reads(utf16(text, isLittle), format);
      // Without the byte order mark.
      reads(utf16(text, isLittle).subarray(2), format);
    }
  });
});

it.each(FORMAT_NAMES.filter((name) => !["base-matrix", "qc", "rows-from-0", "rows-from-1"].includes(name)))(
  "the reader of %s takes a matrix with an empty row, whose syndrome is 0",
  (name) => {
    const { matrix } = code;
    // Row 1 is empty.
    const checkStart = Uint32Array.from([...matrix.checkStart.subarray(0, 2), ...matrix.checkStart.subarray(1)]);
    const format = { ...formats, ...binaryFormats }[name];
    const given = { ...code, base: undefined, matrix: { ...matrix, rows: matrix.rows + 1, checkStart } };
    const read = readCode("write" in format ? format.write(given) : format.writeBytes(given), "H.dat", {
      format: name,
    });
    expect(codeHash(read.matrix)).toBe(codeHash(matrix));
    expect([...read.emptyRows!]).toEqual([1]);
  },
);

it.each([
  ["qc", (lines: string[]) => [lines[0].replace("4 2 3", "4 3 3"), "-1 -1 -1 -1", ...lines.slice(1)]],
  ["base-matrix", (lines: string[]) => lines.map((line) => line.replace(/"shifts": \[/, "$&\n    [-1, -1, -1, -1],"))],
] as const)("the reader of %s takes an empty block row, whose syndrome is 0", (format, changed) => {
  const text = changed(formats[format].write(code).split("\n")).join("\n");
  const read = readCode(text, "H.dat", { format });
  expect(codeHash(read.matrix)).toBe(codeHash(code.matrix));
  expect(read.base).toEqual(code.base);
  expect([...read.emptyRows!]).toEqual([0, 1, 2]);
});

describe("a file with any single bit changed is refused, or is the same matrix", () => {
  it.each([
    [".npz", binaryFormats.npz.writeBytes(code), "npz"],
    [".gz", gzipSync(bytesOf("dense")), "dense"],
  ])("%s", (_, bytes, format) => {
    expect(changedMatrices(bytes, format)).toEqual([]);
  });
});

/** The begin of a file of MATLAB's `-v6` and `-v7`. */
const MAT = Buffer.alloc(136, " ");
MAT.write("MATLAB 5.0 MAT-file, Platform: GLNXA64, Created on: Mon Jan  1 00:00:00 2024");
MAT.fill(0, 116, 136);
MAT.writeUInt16LE(0x0100, 124);
MAT.write("IM", 126);

/** The begin of an HDF5 file: the superblock of version 0, behind the user block of 512 bytes that MATLAB's `-v7.3` writes, or without it. */
function hdf5File(isMatlab: boolean): Uint8Array {
  const user = Buffer.alloc(isMatlab ? 512 : 0);
  if (isMatlab) {
    user.write(
      "MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Jan  1 00:00:00 2024 HDF5 schema 1.00 .".padEnd(116),
    );
    user.writeUInt16LE(0x0200, 124);
    user.write("IM", 126);
  }
  const block = Buffer.alloc(96);
  block.set([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 8, 8, 0, 4, 0, 16]);
  return Buffer.concat([user, block]);
}

const CONVERTED = /python3 -c "import scipy\.io as s; s\.mmwrite\('H\.mtx', s\.loadmat\('H\.mat'\)\['H'\]\)"$/;

it.each([
  ["MATLAB -v7", MAT, /is a MATLAB file: convert its variable H by /],
  ["MATLAB -v7.3", hdf5File(true), /is a MATLAB file of version 7\.3: save .*'-v7'\), then convert it by /],
  ["HDF5", hdf5File(false), /is an HDF5 file: save .*'-v7'\), then convert it by /],
])("names the command that converts a file of %s", (_, bytes, message) => {
  for (const file of ["H.mat", "H.mat.gz", "H.alist", "H.npy"]) {
    const content = file.endsWith(".gz") ? gzipSync(bytes) : bytes;
    expect(() => readCode(content, file)).toThrow(message);
    expect(() => readCode(content, file)).toThrow(CONVERTED);
  }
});

it("names it for a file of MATLAB -v4 too, which its name alone tells", () => {
  const sizes = Buffer.from(Uint32Array.of(0, 2, 2, 0, 2).buffer);
  const old = Buffer.concat([sizes, Buffer.from("H\0"), Buffer.from(Float64Array.of(1, 1, 0, 1).buffer)]);
  for (const file of ["H.mat", "H.mat.gz"]) {
    expect(() => readCode(file.endsWith(".gz") ? gzipSync(old) : old, file)).toThrow(CONVERTED);
  }
});

/** Bits whose change makes another matrix. */
function changedMatrices(bytes: Uint8Array, format: string): number[] {
  const found: number[] = [];
  const changed = Uint8Array.from(bytes);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    changed[bit >> 3] ^= 1 << (bit & 7);
    try {
      if (codeHash(readCode(changed, "H.dat", { format }).matrix) !== codeHash(code.matrix)) found.push(bit);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
    changed[bit >> 3] ^= 1 << (bit & 7);
  }
  return found;
}
