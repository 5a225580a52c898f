import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { correlatedValues, Disclosure, PairSums } from "../../../src/reconciliation/core/estimation.ts";
import {
  disclosedOf,
  openValueFile,
  requireContinuous,
  sumDisclosed,
  type ValueFile,
  ValueSequence,
  valueMoments,
} from "../../../src/reconciliation/files/value-file.ts";
import { newFolder } from "../../new-folder.ts";
import { npy } from "../../node/files/npy-bytes.ts";
import { itIf } from "../../sweep.ts";

const folder = newFolder();

function file(name: string, bytes: Uint8Array | Float32Array | Float64Array): string {
  writeFileSync(join(folder, name), new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return join(folder, name);
}

async function opened<T>(path: string, use: (file: ValueFile) => Promise<T>): Promise<T> {
  const open = await openValueFile(path);
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

const message = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: Error) => error.message.replaceAll(`${folder}/`, ""),
  );

describe("openValueFile", () => {
  const numbers = [0.5, -1.25, 3, 1e-3, 7, -8];

  it.each([
    ["a.f32", Float32Array.from(numbers)],
    ["a.f64", Float64Array.from(numbers)],
    ["a.npy", npy("<f4", [2, 3], Float32Array.from(numbers))],
    ["b.npy", npy("<f8", [6], Float64Array.from(numbers))],
  ])("reads any part of %s", async (name, content) => {
    const read = await opened(file(name, content), async (open) => {
      expect(open.values).toBe(6);
      return [...(await open.read(1, 3)), ...(await open.read(5, 1))];
    });
    expect(read).toEqual([numbers[1], numbers[2], expect.closeTo(numbers[3], 9), numbers[5]]);
  });

  it("refuses other files", async () => {
    expect(await message(openValueFile(file("c.dat", Float32Array.of(1))))).toBe(
      'c.dat: the ending ".dat" is neither .npy nor .f32 nor .f64',
    );
    expect(await message(openValueFile(file("c.f64", Float32Array.of(1))))).toBe(
      "c.f64: has 4 bytes, which are not whole values of 8: it is cut short or damaged",
    );
    expect(await message(openValueFile(file("c.f32", new Uint8Array())))).toBe(
      "c.f32: is empty: there are no values to reconcile",
    );
    expect(await message(openValueFile(file("c.npy", npy("<i4", [2], Int32Array.of(1, 2)))))).toContain(
      'elements are "<i4"',
    );
    expect(await message(openValueFile(join(folder, "none.npy")))).toContain("there is no such file");
  });

  itIf(process.platform !== "win32", "refuses a pipe at once, without a process that writes into it", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.f32")]);
    expect(await message(openValueFile(join(folder, "pipe.f32")))).toBe(
      "pipe.f32: is not a file: numbers are read from a file on a disk",
    );
  });
});

describe("valueMoments", () => {
  it("finds mean and deviation, also far from 0 and over several reads", async () => {
    const { x } = correlatedValues(1, 1, { first: 0, count: 300_000 });
    const moved = x.map((value) => 1e6 + 0.25 * value);
    const { mean, deviation, equal } = await opened(file("e.f64", moved), valueMoments);
    const exact = x.reduce((sum, value) => sum + value, 0) / x.length;
    const variance = x.reduce((sum, value) => sum + (value - exact) ** 2, 0) / x.length;
    expect(mean).toBeCloseTo(1e6 + 0.25 * exact, 8);
    expect(deviation).toBeCloseTo(0.25 * Math.sqrt(variance), 8);
    expect(equal).toBe(0);
  });

  it("refuses values that are not finite or do not vary, with the place", async () => {
    const values = correlatedValues(1, 1, { first: 0, count: 300_000 }).x;
    values[299_999] = Number.POSITIVE_INFINITY;
    expect(await message(opened(file("f.f64", values), valueMoments))).toBe(
      "f.f64: value 299999 is Infinity: all must be finite",
    );
    expect(await message(opened(file("g.f32", new Float32Array(9).fill(2)), valueMoments))).toBe(
      "g.f32: all its values are the same",
    );
  });

  it("sees steps of a digitiser, and none in float32", async () => {
    const { x } = correlatedValues(1, 2, { first: 0, count: 5000 });
    const moments = (name: string, values: Float32Array | Float64Array) => opened(file(name, values), valueMoments);
    requireContinuous(await moments("h.f32", Float32Array.from(x)), "h.f32");
    const stepped = await moments(
      "i.f32",
      Float32Array.from(x, (value) => Math.round(3000 * value)),
    );
    expect(() => requireContinuous(stepped, "i.f32")).toThrow(
      /^i.f32: its values come in steps .*give the step as --resolution/,
    );
  });
});

describe("ValueSequence", () => {
  const count = 8 * 1003 + 5;
  const { x, y } = correlatedValues(2, 3, { first: 0, count });
  const [xFile, yFile] = [
    file("x.f64", x),
    file(
      "y.f32",
      Float32Array.from(y, (value) => 10 * value - 3),
    ),
  ];

  it.each([0, 2, 7])("leaves out one group of %i", async (every) => {
    const disclosure = new Disclosure(count, every, [5, 6]);
    await opened(yFile, async (open) => {
      const moments = await valueMoments(open);
      const sequence = new ValueSequence(open, moments, disclosure);
      const disclosed = disclosure.disclosed({ first: 0, count: 1003 });
      const groups = Array.from({ length: 1003 }, (_, group) => group).filter((group) => !disclosed.includes(group));
      const normalised = (group: number) =>
        [...y.subarray(8 * group, 8 * group + 8)].map((value) => (10 * value - 3 - moments.mean) / moments.deviation);
      for (const [first, length] of [
        [0, 1],
        [3, 20],
        [groups.length - 9, 9],
      ]) {
        const expected = groups.slice(first, first + length).flatMap(normalised);
        const read = await sequence.read({ first, count: length });
        expect(read.length).toBe(expected.length);
        read.forEach((value, i) => {
          expect(value).toBeCloseTo(expected[i], 5);
        });
      }
      const range = { first: 10, count: 500 };
      const among = disclosed.filter((group) => group >= 10 && group < 510);
      // The values of the file itself.
      expect([...(await disclosedOf(open)(among, range, 0))]).toEqual(
        among.flatMap((group) =>
          Array.from(y.subarray(8 * group, 8 * group + 8), (value) => Math.fround(10 * value - 3)),
        ),
      );
    });
  });

  it("estimates the SNR from disclosed values", async () => {
    const disclosure = new Disclosure(count, 2, [7, 8]);
    await opened(xFile, (one) =>
      opened(yFile, async (other) => {
        const chosen = (values: Float64Array) =>
          disclosure
            .disclosed({ first: 0, count: 1003 })
            .flatMap((group) => [...values.subarray(8 * group, 8 * group + 8)]);
        const sums = await sumDisclosed(disclosedOf(one), disclosedOf(other), disclosure);
        const { values, snr, snrLow } = sums.estimate();
        const all = new PairSums();
        all.add(chosen(x), chosen(y));
        const expected = all.estimate();
        expect(values).toBe(8 * 501);
        expect(snr).toBeCloseTo(expected.snr, 4);
        expect(snrLow).toBeCloseTo(expected.snrLow, 4);
      }),
    );
  });
});
