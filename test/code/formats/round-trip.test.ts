import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VALUE_CONVENTIONS } from "../../../src/code/formats/format.ts";
import { formats } from "../../../src/code/formats/index.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { arbitraryCode } from "./arbitrary-code.ts";

const file = "random";

describe("what is written is read back the same", () => {
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

  it("binary alist", () => {
    fc.assert(
      fc.property(arbitraryCode([1]), (code) => {
        const text = formats["binary-alist"].write(code);
        expect(formats["binary-alist"].read(text, { file }).matrix).toEqual(code.matrix);
      }),
    );
  });

  it("base matrix, of a binary code as blocks of one symbol", () => {
    fc.assert(
      fc.property(arbitraryCode([1]), (code) => {
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
    const covered = ["qary-alist", "kn", "kn-short", "ubs", "beidou", "alist", "binary-alist", "json", "base-matrix"];
    expect(Object.keys(formats).sort()).toEqual(covered.sort());
  });
});

it("no two formats share a file name ending", () => {
  const endings = Object.values(formats).flatMap(({ extensions }) => extensions);
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
