import { describe, expect, it } from "vitest";
import { baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import type { ReadOptions, WriteOptions } from "../../../src/code/formats/format.ts";
import { FORMAT_NAMES, formats, leftOut } from "../../../src/code/formats/index.ts";
import { formatOfName, readCode } from "../../../src/code/formats/read-code.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { withUnsent } from "../../../src/code/rate-matching.ts";
import { InputError } from "../../../src/errors.ts";
import { galoisField } from "../../../src/galois/field.ts";

const base = baseMatrix(2, 4, 3, [
  [0, 0, 1],
  [0, 1, 2],
  [0, 2, 0],
  [1, 1, 0],
  [1, 2, 2],
  [1, 3, 1],
]);
const plain: Code = { name: "plain", description: "d", source: "s", matrix: expand(base) };
const quasiCyclic: Code = { ...plain, base };
const labelled = (polynomial: number): Code => ({
  ...plain,
  matrix: parityCheckMatrix(galoisField(8, polynomial), 3, [
    [
      [0, 1],
      [1, 5],
    ],
    [
      [1, 7],
      [2, 3],
    ],
  ]),
});

/** A code for each property that a format may have no place for. */
const codes: Record<string, Code> = {
  plain,
  quasiCyclic,
  "punctured block": withUnsent(quasiCyclic, { puncture: [3, 4, 5] }),
  "punctured symbol": withUnsent(quasiCyclic, { puncture: [4] }),
  shortened: withUnsent(plain, { shorten: [0, 2] }),
  "punctured and shortened": withUnsent(quasiCyclic, { puncture: [3, 4, 5], shorten: [0] }),
  sending: { ...plain, sending: { order: Uint32Array.of(3, 2, 1), checksumBits: 0 } },
  "another order of symbols": {
    ...plain,
    base: { ...base, symbolOrder: { first: Uint32Array.of(3, 0, 6, 9), step: Uint32Array.of(1, 1, 1, 1) } },
  },
  "over GF(8)": labelled(0xb),
  "over GF(8), other polynomial": labelled(0xd),
};
codes["another order of symbols"] = {
  ...codes["another order of symbols"],
  matrix: expand(codes["another order of symbols"].base!),
};

describe.each(FORMAT_NAMES)("the writer of %s", (name) => {
  const format = formatOfName(name);
  const write = (code: Code, options?: WriteOptions) =>
    "writeBytes" in format ? format.writeBytes(code, options) : format.write(code, options);
  const file = "written.dat";

  it.each(Object.entries(codes))("writes a code that is read back the same, or refuses it: %s", (_, code) => {
    let content: string | Uint8Array;
    try {
      content = write(code);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return;
    }
    const lost = leftOut(code, format).join("; ");
    // q-ary alist files have two meanings, and the reader asks for one. The field is an option where the writer says so.
    const options: Omit<ReadOptions, "file"> = {
      ...(name === "alist" && code.matrix.field.q > 2 ? { values: "decimal" } : {}),
      ...(lost.includes("the field") ? { polynomial: Number(/--polynomial (0x\w+)/.exec(lost)![1]) } : {}),
    };
    const read = readCode(content, file, { ...options, format: name });
    expect(codeHash(read.matrix, read)).toBe(codeHash(code.matrix, code));
    // What is not read back is said.
    expect(read.base === undefined && code.base !== undefined).toBe(lost.includes("the circulants"));
    expect(
      [read.name, read.description, read.source].join() !== [code.name, code.description, code.source].join(),
    ).toBe(lost.includes("name, description and source"));
  });

  it("writes the matrix alone where --drop-puncturing says so, and names the options that puncture it again", () => {
    const code = codes["punctured and shortened"];
    const options = { dropPuncturing: true };
    const read = readCode(write(code, options), file, { format: name });
    expect(codeHash(read.matrix, read)).toBe(codeHash(plain.matrix));
    expect(leftOut(code, format, options).join("; ")).toMatch(/--puncture 3-5\).*--shorten 0\)/);
  });
});

it("a code of a file with a name that is no code name is read back from JSON", () => {
  const read = readCode("1 1 0\n0 1 1\n", "my folder/ä H (1).csv");
  expect(read.name).toBe("H-1-");
  expect(readCode(formats.json.write(read), "H.json").name).toBe("H-1-");
});
