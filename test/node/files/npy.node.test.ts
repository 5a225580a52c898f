import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { type NpyType, npyHeader, npyHeaderEnd, readNpyHeader } from "../../../src/npy.ts";

/** A header as NumPy writes it, for `version` 1, 2 or 3. */
function header(dictionary: string, version = 1): Uint8Array {
  const text = new TextEncoder().encode(`${dictionary}\n`);
  const length = version === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  return Uint8Array.from([0x93, ...new TextEncoder().encode("NUMPY"), version, 0, ...length, ...text]);
}

const FLOATS: readonly NpyType[] = ["f32", "f64"];
const float32 = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }";

describe("the header of an .npy file", () => {
  it("is read in every version", () => {
    for (const version of [1, 2, 3]) {
      const bytes = header(float32, version);
      expect(readNpyHeader(bytes, "a.npy", FLOATS)).toEqual({
        type: "f32",
        shape: [3, 4],
        firstFastest: false,
        offset: bytes.length,
      });
    }
  });

  it("may be written in any order and style", () => {
    const read = (text: string) => readNpyHeader(header(text), "a.npy", FLOATS);
    expect(read(`{"shape": (7,), "fortran_order": False, "descr": "<f8"}  `)).toMatchObject({
      type: "f64",
      shape: [7],
    });
    expect(read(`{'shape':(2L, 3L ,4L),'descr':'<f4','fortran_order':False}`).shape).toEqual([2, 3, 4]);
    expect(read(`{'descr': '<f4', 'fortran_order': False, 'shape': (), }`).shape).toEqual([]);
    expect(read(float32.replace("False", "True")).firstFastest).toBe(true);
  });

  it.each([
    [header(float32.replace("<f4", ">f4")), 'elements are ">f4": save them as little-endian'],
    [header(float32.replace("<f4", "<i4")), 'elements are "<i4"'],
    [header(float32.replace("'<f4'", "[('a', '<f4')]")), "elements are a structured type"],
    [header(float32.replace("(3, 4)", "(3, -4)")), "the .npy header is damaged"],
    [header(float32.replace("(3, 4)", "(99999999, 999999999)")), "the .npy header is damaged: shape"],
    [header("{}"), "the .npy header is damaged"],
    [header(float32, 4), ".npy version 4 is not known"],
    [header(float32).subarray(0, 40), "ends within the .npy header"],
    [header(float32).subarray(0, 9), "ends within the .npy header"],
    [header(float32, 2).fill(255, 8, 12), "bytes is too long"],
    [new Uint8Array(0), "is not an .npy file"],
    [new Uint8Array(100), "is not an .npy file"],
  ])("is refused if it is something else (%#)", (bytes, message) => {
    expect(() => readNpyHeader(bytes, "a.npy", FLOATS)).toThrow(InputError);
    expect(() => readNpyHeader(bytes, "a.npy", FLOATS)).toThrow(`a.npy: `);
    expect(() => readNpyHeader(bytes, "a.npy", FLOATS)).toThrow(message);
  });

  it("may be of bytes where bytes are asked for", () => {
    const read = (descr: string) => readNpyHeader(header(float32.replace("<f4", descr)), "a.npy", ["u8"]);
    expect(read("|u1").type).toBe("u8");
    expect(read("|b1").type).toBe("u8");
    expect(() => read("<f4")).toThrow('elements are "<f4": save them as uint8 ("|u1")');
    expect(() => read("<i8")).toThrow(InputError);
  });

  it("never throws anything but its own error", () => {
    const start = header(float32).subarray(0, 10);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([...start, ...rest])),
      fc.string({ maxLength: 100 }).map((text) => header(text)),
      fc.nat(float32.length).map((cut) => header(float32.slice(0, cut) + float32.slice(cut + 1))),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        try {
          const { shape, type } = readNpyHeader(given, "a.npy", FLOATS);
          expect(type).toMatch(/^f(32|64)$/);
          for (const length of shape) expect(Number.isSafeInteger(length) && length >= 0).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is written as NumPy writes it, to a multiple of 64 bytes", () => {
    for (const shape of [[3], [400, 620], [1e15, 255], Array.from({ length: 20 }, (_, i) => i)]) {
      const bytes = npyHeader("u8", shape);
      expect(bytes.length % 64).toBe(0);
      expect(npyHeaderEnd(bytes, "a.npy")).toBe(bytes.length);
      const text = new TextDecoder("latin1").decode(bytes);
      const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
      expect(text.slice(10)).toMatch(/^\{'descr': '\|u1', 'fortran_order': False, 'shape': \([\d, ]+\), \} *\n$/);
      expect(text).toContain(`'shape': (${tuple})`);
    }
  });
});
