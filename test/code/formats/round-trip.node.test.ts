import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expand } from "../../../src/code/base-matrix.ts";
import type { Code } from "../../../src/code/code.ts";
import { type ReadOptions, VALUE_CONVENTIONS, type ValueConvention } from "../../../src/code/formats/format.ts";
import { binaryFormats, FORMAT_NAMES, formats } from "../../../src/code/formats/index.ts";
import { formatOfName } from "../../../src/code/formats/read-code.ts";
import { codeHash } from "../../../src/code/hash.ts";
import { shiftMatrix } from "../binary-matrix.ts";
import { arbitraryCode } from "./arbitrary-code.ts";

const file = "random";

type Meaning = ValueConvention | undefined;
/** Formats, codes that they hold, meanings of the values, and what the reader is told. */
type Trip = readonly [
  names: readonly string[],
  codes: ReturnType<typeof arbitraryCode>,
  meanings: readonly Meaning[],
  told: (code: Code, values: Meaning) => Omit<ReadOptions, "file">,
];

const EVERY: readonly Meaning[] = [undefined, ...VALUE_CONVENTIONS];
const field = ({ matrix }: Code, values: Meaning) => ({ values, polynomial: matrix.field.polynomial });
const ARRAYS = ["dense", "npy", "npz"];
const TRIPS: readonly Trip[] = [
  [["qary-alist", "kn", "kn-short", "ubs", "beidou"], arbitraryCode(), EVERY, field],
  [["alist"], arbitraryCode(), [undefined], (code) => field(code, code.matrix.field.q === 2 ? undefined : "decimal")],
  // Matrix Market states its field.
  [["mtx"], arbitraryCode(), EVERY, ({ matrix }, values) => ({ values: matrix.field.q === 2 ? undefined : values })],
  [ARRAYS, arbitraryCode(), [undefined, "decimal", "exponent+1"], field],
  [["npz"], arbitraryCode([2, 5]), ["exponent"], field],
  [[...ARRAYS, "binary-alist"], arbitraryCode([1]), [undefined], () => ({})],
  [["rows-from-0", "rows-from-1"], arbitraryCode([1], false), [undefined], () => ({})],
];

describe("written codes are read back unchanged", () => {
  it.each(TRIPS.flatMap(([names, ...trip]) => names.map((name) => [name, ...trip] as const)))(
    "%s",
    (name, codes, meanings, told) => {
      const format = formatOfName(name);
      fc.assert(
        fc.property(codes, fc.constantFrom(...meanings), (code, values) => {
          const options = { file, ...told(code, values) };
          const read =
            "readBytes" in format
              ? format.readBytes(format.writeBytes(code, { values }), options)
              : format.read(format.write(code, { values }), options);
          expect(codeHash(read.matrix)).toBe(codeHash(code.matrix));
        }),
      );
    },
  );

  it("shifts of AFF3CT, with punctured block columns", () => {
    const base = shiftMatrix(4, "3 - 0", "- 2 1");
    const [matrix, punctured] = [expand(base), Uint32Array.of(4, 5, 6, 7)];
    const text = formats.qc.write({ name: file, description: "", source: "", base, matrix, punctured });
    expect(text).toBe("3 2 4\n\n3 -1 0\n-1 2 1\n\n1 0 1\n");
    expect(formats.qc.read(text, { file })).toEqual({ base, matrix, punctured });
  });

  it("row lists count from 0 or from 1", () => {
    const read = (from: number, text: string) => () => formats[`rows-from-${from}`].read(text, { file });
    expect(read(0, "0 1\n2 x\n")).toThrow('random:2: "x" is no column index from 0 on');
    expect(read(1, "0 1\n")).toThrow('random:1: "0" is no column index from 1 on');
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
    const tried = new Set([...TRIPS.flatMap(([names]) => names), "qc", "base-matrix", "json"]);
    expect([...tried].sort()).toEqual([...FORMAT_NAMES].sort());
  });
});

it("no two formats share a file name ending", () => {
  const endings = [...Object.values(formats), ...Object.values(binaryFormats)].flatMap(({ extensions }) => extensions);
  expect(new Set(endings).size).toBe(endings.length);
});
