import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { LlrStatistic } from "../../../src/node/files/decode-file.ts";
import { openLlrFile } from "../../../src/node/files/llr-file.ts";
import { openReceivedFile } from "../../../src/node/files/received-file.ts";
import { openSyndromeFile } from "../../../src/node/files/symbol-file.ts";
import { openValueFile } from "../../../src/reconciliation/files/value-file.ts";
import { newFolder } from "../../new-folder.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { npy } from "./npy-bytes.ts";

const folder = newFolder();

function saved(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** The file in Fortran order that NumPy saves of the same array. @param parts bytes of an element. */
function fortran(descr: string, shape: readonly number[], data: Uint8Array, element: number): Uint8Array {
  const bytes = new Uint8Array(data.length);
  const count = data.length / element;
  for (let i = 0; i < count; i++) {
    // The index i with the last dimension fastest, as places in each dimension.
    let [rest, at, stride] = [i, 0, count];
    for (const [d, length] of [...shape.entries()].reverse()) {
      stride = shape.slice(0, d).reduce((product, each) => product * each, 1);
      at += (rest % length) * stride;
      rest = Math.floor(rest / length);
    }
    bytes.set(data.subarray(i * element, (i + 1) * element), at * element);
  }
  const text = npy(descr, shape, bytes);
  // "False" becomes "True " in the same place.
  const head = Buffer.from(text).toString("latin1").replace("'fortran_order': False", "'fortran_order': True ");
  return Buffer.from(head, "latin1");
}

const random = randomNumbers(5);
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);
const floats = (count: number) => Float32Array.from({ length: count }, () => 8 * random() - 4);
const code = loadCode("tiny12-gf8");
const { field, columns: N, rows: M } = code.matrix;
const FRAMES = 7;

/** Every reader of arrays, with a file's elements and a function that reads some of its rows. */
const readers = [
  {
    name: "bit LLRs",
    ...{ descr: "<f4", shape: [FRAMES, 3 * N], data: bytesOf(floats(FRAMES * 3 * N)), element: 4 },
    read: async (path: string, first: number, count: number) => {
      const file = await openLlrFile(path, { field, symbols: N });
      return file.read(first, count).finally(() => file.close());
    },
  },
  {
    name: "symbol costs",
    ...{ descr: "<f8", shape: [FRAMES, N, 8], data: bytesOf(Float64Array.from(floats(FRAMES * 8 * N))), element: 8 },
    read: async (path: string, first: number, count: number) => {
      const file = await openLlrFile(path, { field, symbols: N });
      return file.read(first, count).finally(() => file.close());
    },
  },
  {
    name: "received points",
    ...{ descr: "<c8", shape: [FRAMES, N], data: bytesOf(floats(2 * FRAMES * N)), element: 8 },
    read: async (path: string, first: number, count: number) => {
      const modulation = { name: "8psk", labeling: "gray", demapper: "symbols" } as const;
      const file = await openReceivedFile(path, { code, modulation, esn0: 8, gains: path });
      return file.read(first, count).finally(() => file.close());
    },
  },
  {
    name: "syndromes",
    ...{
      descr: "|u1",
      shape: [FRAMES, M],
      data: Uint8Array.from({ length: FRAMES * M }, () => 8 * random()),
      element: 1,
    },
    read: async (path: string, first: number, count: number) => {
      const file = await openSyndromeFile(path, { q: 8, checks: M, frames: FRAMES });
      return file.read(first, count).finally(() => file.close());
    },
  },
  {
    name: "values",
    ...{ descr: "<f4", shape: [FRAMES, 5, 2], data: bytesOf(floats(FRAMES * 10)), element: 4 },
    // Not whole rows.
    read: async (path: string, first: number, count: number) => {
      const file = await openValueFile(path);
      return file.read(10 * first + 3, 10 * count - 4).finally(() => file.close());
    },
  },
];

describe.each(readers)("the reader of $name", ({ name, descr, shape, data, element, read }) => {
  it("takes arrays in Fortran order", async () => {
    const [c, f] = [
      saved(`${name}.npy`, npy(descr, shape, data)),
      saved(`${name}-f.npy`, fortran(descr, shape, data, element)),
    ];
    for (const [first, count] of [
      [0, FRAMES],
      [2, 3],
      [6, 1],
    ]) {
      expect(await read(f, first, count)).toEqual(await read(c, first, count));
    }
  });
});

it("syndromes of empty rows stand in the file and are 0", async () => {
  const read = async (name: string, bytes: Uint8Array) => {
    const options = { q: 2, checks: 2, emptyRows: Uint32Array.of(1), frames: 2 };
    const file = await openSyndromeFile(saved(name, bytes), options);
    return [...(await file.read(0, 2).finally(() => file.close()))];
  };
  expect(await read("e.npy", npy("|u1", [2, 3], Uint8Array.of(1, 0, 0, 1, 0, 1)))).toEqual([1, 0, 1, 1]);
  expect(await read("e.bits", Uint8Array.of(0b100_00000, 0b101_00000))).toEqual([1, 0, 1, 1]);
  await expect(read("f.bin", Uint8Array.of(1, 0, 0, 1, 1, 1))).rejects.toThrow(
    "f.bin: frame 1: syndrome of check 1 is 1: row 1 of H is empty, and no word has that syndrome",
  );
});

describe("LLRs of other types", () => {
  const values = [0.5, -3, 0, 17, -0.25, 2];
  const half = Uint16Array.of(0x3800, 0xc200, 0, 0x4c40, 0xb400, 0x4000);
  const read = async (name: string, bytes: Uint8Array, options = {}) => {
    const file = await openLlrFile(saved(name, bytes), { field: galoisField(2), symbols: 6, ...options });
    return [...(await file.read(0, file.frames).finally(() => file.close()))];
  };

  it.each([
    ["a.npy", npy("<f2", [1, 6], half), {}],
    ["a.f16", bytesOf(half), {}],
    ["a.bin", bytesOf(half), { type: "f16" }],
    ["a.f64", bytesOf(Float64Array.from(values)), {}],
    ["b.f32", bytesOf(Float32Array.from(values)), {}],
    [
      "c.npy",
      npy(
        "<f4",
        [6],
        Float32Array.from(values, (value) => -value),
      ),
      { sign: "reversed" },
    ],
  ])("%s (%#)", async (name, bytes, options) => {
    expect((await read(name, bytes, options)).map((value) => value + 0)).toEqual(values);
  });

  it.each([
    ["d.npy", npy("|i1", [1, 6], Int8Array.of(1, -3, 0, 127, -128, 2)), {}],
    ["d.i8", bytesOf(Int8Array.of(1, -3, 0, 127, -128, 2)), {}],
    ["d.dat", bytesOf(Int8Array.of(1, -3, 0, 127, -128, 2)), { raw: true, type: "int8" }],
    ["e.npy", npy("<i2", [1, 6], Int16Array.of(1, -3, 0, 127, -128, 2)), {}],
  ])("%s, whole numbers", async (name, bytes, options) => {
    expect(await read(name, bytes, options)).toEqual([1, -3, 0, 127, -128, 2]);
  });

  it.each([
    [
      "f.f32",
      npy("<f4", [6], Float32Array.from(values)),
      {},
      "is an array of NumPy (.npy), and no plain values: let its name end in .npy",
    ],
    ["f.bin", Buffer.from("0.5 -3 0 17 -0.25 2 0.5 -3 0 17 -0.25 2\n"), {}, "is text, and no plain values"],
    [
      "n.f32",
      bytesOf(Int8Array.of(...Array(22).fill(3), -1, -1)),
      {},
      "n.f32: frame 0: bit LLR 5 is NaN: bytes of another type",
    ],
    ["g.npy", npy("<f4", [6], Float32Array.from(values)), { type: "f32" }, "states its type: leave --llr-type out"],
  ])("refuses %s (%#)", async (name, bytes, options, message) => {
    await expect(read(name, bytes, options)).rejects.toThrow(message);
  });
});

describe("the statistic of LLRs", () => {
  const binary = loadCode("wifi-648-324");
  const { columns } = binary.matrix;
  const FRAMES_SEEN = 4;
  const good = Float32Array.from(
    { length: FRAMES_SEEN * columns },
    () => 3 + 4 * (random() + random() + random() - 1.5),
  );
  const seen = (values: Float32Array, llr = values) => {
    const statistic = new LlrStatistic("bit", binary, "bit");
    statistic.add({ values, llr });
    return statistic;
  };
  const garbage = new Float32Array(new Uint8Array(bytesOf(Float64Array.from(good))).buffer);

  it("counts signs, sizes and the checks that hard decisions satisfy", () => {
    const { frames, negative, zero, checksSatisfied } = seen(good).result();
    expect({ frames, zero }).toEqual({ frames: FRAMES_SEEN, zero: 0 });
    expect(negative).toBe(good.filter((value) => value < 0).length / good.length);
    expect(checksSatisfied).toBeGreaterThan(0.6);
    expect(seen(good.map(Math.abs)).result().checksSatisfied).toBe(1);
    expect(seen(new Float32Array(columns)).result().checksSatisfied).toBeNull();
    expect(seen(good).hint(0)).toBeUndefined();
  });

  it.each([
    ["all zero", new Float32Array(columns), "all values are 0"],
    ["bytes of another type", garbage, "bytes of another type or order?"],
    [
      "bytes 0 and 1",
      new Float32Array(good.map((value) => (value < 0 ? 0 : 1.4e-45 * 0x1010101))),
      "bytes of another type",
    ],
    ["hard bits", good.map((value) => (value < 0 ? 1 : 0)), "hard bits?"],
    ["probabilities", good.map((value) => 1 / (1 + Math.exp(value))), "probabilities?"],
    ["magnitudes", good.map(Math.abs), "magnitudes, or costs"],
    ["the other sign", good.map((value) => -value), "--llr-sign reversed"],
    [
      "another order of bits",
      Float32Array.from(good, (value, i) => (i % 2 === 0 ? value : -value)),
      "no more checks than random words",
    ],
  ])("has a hint for %s", (_, values, message) => {
    expect(seen(values).hint(0)).toContain(message);
  });
});
