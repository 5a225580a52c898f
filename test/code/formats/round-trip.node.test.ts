import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseMatrix, expand } from "../../../src/code/base-matrix.ts";
import { VALUE_CONVENTIONS } from "../../../src/code/formats/format.ts";
import { binaryFormats, formats } from "../../../src/code/formats/index.ts";
import { sameMatrix } from "../../../src/code/formats/probe.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { arbitraryCode } from "./arbitrary-code.ts";

const file = "random";

describe("written codes are read back unchanged", () => {
  it.each(["qary-alist", "kn", "kn-short", "ubs", "beidou"])("%s, for every meaning of the values", (name) => {
    const conventions = fc.constantFrom(undefined, ...VALUE_CONVENTIONS);
    fc.assert(
      fc.property(arbitraryCode(), conventions, (code, values) => {
        const { polynomial } = code.matrix.field;
        const text = formats[name].write(code, { values });
        expect(formats[name].read(text, { file, values, polynomial }).matrix).toEqual(code.matrix);
      }),
    );
  });

  it("alist over GF(2), and over larger fields if the values are named", () => {
    fc.assert(
      fc.property(arbitraryCode(), (code) => {
        const { q, polynomial } = code.matrix.field;
        const values = q === 2 ? undefined : "decimal";
        const text = formats.alist.write(code);
        expect(formats.alist.read(text, { file, values, polynomial }).matrix).toEqual(code.matrix);
      }),
    );
  });

  it("Matrix Market, which states its field, for every meaning of the values", () => {
    const conventions = fc.constantFrom(undefined, ...VALUE_CONVENTIONS);
    fc.assert(
      fc.property(arbitraryCode(), conventions, (code, values) => {
        const text = formats.mtx.write(code, { values });
        const meaning = code.matrix.field.q === 2 ? undefined : values;
        expect(sameMatrix(formats.mtx.read(text, { file, values: meaning }).matrix, code.matrix)).toBe(true);
      }),
    );
  });

  it("dense text, .npy and .npz, with the field named", () => {
    const conventions = fc.constantFrom(undefined, "decimal" as const, "exponent+1" as const);
    fc.assert(
      fc.property(arbitraryCode(), conventions, (code, values) => {
        const { polynomial } = code.matrix.field;
        const options = { file, values, polynomial };
        expect(sameMatrix(formats.dense.read(formats.dense.write(code, { values }), options).matrix, code.matrix)).toBe(
          true,
        );
        for (const { readBytes, writeBytes } of Object.values(binaryFormats)) {
          expect(sameMatrix(readBytes(writeBytes(code, { values }), options).matrix, code.matrix)).toBe(true);
        }
      }),
    );
  });

  it(".npz with exponents, including 0", () => {
    fc.assert(
      fc.property(arbitraryCode([2, 5]), (code) => {
        const options = { file, values: "exponent" as const, polynomial: code.matrix.field.polynomial };
        const bytes = binaryFormats.npz.writeBytes(code, { values: "exponent" });
        expect(sameMatrix(binaryFormats.npz.readBytes(bytes, options).matrix, code.matrix)).toBe(true);
      }),
    );
  });

  it("a binary matrix needs no field in any format of arrays", () => {
    fc.assert(
      fc.property(arbitraryCode([1]), (code) => {
        expect(sameMatrix(formats.dense.read(formats.dense.write(code), { file }).matrix, code.matrix)).toBe(true);
        for (const { readBytes, writeBytes } of Object.values(binaryFormats)) {
          expect(sameMatrix(readBytes(writeBytes(code), { file }).matrix, code.matrix)).toBe(true);
        }
      }),
    );
  });

  it("shifts of AFF3CT, with punctured block columns", () => {
    const base = baseMatrix(2, 3, 4, [
      [0, 0, 3],
      [0, 2, 0],
      [1, 1, 2],
      [1, 2, 1],
    ]);
    const code = {
      name: file,
      description: "",
      source: "",
      base,
      matrix: expand(base),
      punctured: Uint32Array.of(4, 5, 6, 7),
    };
    expect(formats.qc.write(code)).toBe("3 2 4\n\n3 -1 0\n-1 2 1\n\n1 0 1\n");
    const read = formats.qc.read(formats.qc.write(code), { file });
    expect(read).toEqual({ base, matrix: code.matrix, punctured: code.punctured });
  });

  it("binary alist", () => {
    fc.assert(
      fc.property(arbitraryCode([1]), (code) => {
        const text = formats["binary-alist"].write(code);
        expect(formats["binary-alist"].read(text, { file }).matrix).toEqual(code.matrix);
      }),
    );
  });

  it("row lists, from 0 and from 1", () => {
    fc.assert(
      fc.property(arbitraryCode([1], false), fc.constantFrom("rows-from-0", "rows-from-1"), (code, name) => {
        expect(formats[name].read(formats[name].write(code), { file }).matrix).toEqual(code.matrix);
      }),
    );
    expect(() => formats["rows-from-0"].read("0 1\n2 x\n", { file })).toThrow(
      'random:2: "x" is no column index from 0 on',
    );
    expect(() => formats["rows-from-1"].read("0 1\n", { file })).toThrow('random:1: "0" is no column index from 1 on');
  });

  it("base matrix, of a binary code as blocks of one symbol", () => {
    fc.assert(
      fc.property(arbitraryCode([1], false), (code) => {
        const text = formats["base-matrix"].write(code);
        const read = formats["base-matrix"].read(text, { file });
        expect(read).toMatchObject(code);
        expect(formats["base-matrix"].write({ ...code, ...read })).toBe(text);
      }),
    );
  });

  it("JSON, with name, description and source", () => {
    fc.assert(
      fc.property(arbitraryCode(), (code) => {
        expect(formats.json.read(formats.json.write(code), { file })).toEqual(code);
      }),
    );
  });

  it("covers every format", () => {
    const lists = ["qary-alist", "kn", "kn-short", "ubs", "beidou", "alist", "binary-alist", "json", "base-matrix"];
    expect(Object.keys(formats).sort()).toEqual([...lists, "mtx", "dense", "qc", "rows-from-0", "rows-from-1"].sort());
    expect(Object.keys(binaryFormats).sort()).toEqual(["npy", "npz"]);
  });
});

it("no two formats share a file name ending", () => {
  const endings = [...Object.values(formats), ...Object.values(binaryFormats)].flatMap(({ extensions }) => extensions);
  expect(new Set(endings).size).toBe(endings.length);
});

it("the hash of a code stays the same through every format", () => {
  fc.assert(
    fc.property(arbitraryCode([3, 6]), (code) => {
      const { polynomial } = code.matrix.field;
      for (const name of ["json", "qary-alist", "kn", "kn-short", "ubs", "beidou"]) {
        const options = name === "json" ? { file } : { file, polynomial };
        const { matrix } = formats[name].read(formats[name].write(code), options);
        expect(codeHash(matrix)).toBe(codeHash(code.matrix));
      }
    }),
    { numRuns: 20 },
  );
});
