import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { packBits } from "../../../src/code/packed-bits.ts";
import { InputError } from "../../../src/errors.ts";
import { openBitFile } from "../../../src/reconciliation/files/bit-file.ts";
import { KeyFile, ResumableFile } from "../../../src/reconciliation/files/growing-file.ts";
import { type RecordKind, RecordReader, RecordWriter } from "../../../src/reconciliation/files/record-file.ts";
import { newFolder } from "../../new-folder.ts";

const folder = newFolder();
const at = (name: string) => join(folder, name);

const strings = fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 30 }), { minLength: 1, maxLength: 8 });
const STRIDE = 4;

function packed(all: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(STRIDE * all.length);
  for (const [i, bits] of all.entries()) if (bits.length > 0) bytes.set(packBits(bits, bits.length), STRIDE * i);
  return bytes;
}

const lengths = (all: readonly (readonly number[])[]) => all.map(({ length }) => length);

function expected(all: readonly (readonly number[])[]): number[] {
  const bits = all.flat();
  return bits.length === 0 ? [] : [...packBits(bits, bits.length)];
}

describe("KeyFile", () => {
  it("joins strings without gaps, and goes on behind any bit", () => {
    fc.assert(
      fc.property(strings, strings, strings, (first, lost, then) => {
        const key = KeyFile.create(at("key"));
        key.append(packed(first), STRIDE, lengths(first));
        // A process that ends here has not recorded these blocks as done.
        key.append(packed(lost), STRIDE, lengths(lost));
        key.file.close();
        const again = KeyFile.reopen(at("key"))!;
        again.keep(first.flat().length);
        again.append(packed(then), STRIDE, lengths(then));
        expect(again.bits).toBe([...first, ...then].flat().length);
        again.file.finish();
        expect([...readFileSync(at("key"))]).toEqual(expected([...first, ...then]));
      }),
      { numRuns: 50 },
    );
  });

  it("equals another with the same bits only", () => {
    const bits = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, i) => (i * 37) & 0xff);
    const key = (name: string, content: Uint8Array, length = 8 * content.length) => {
      const file = KeyFile.create(at(name));
      file.append(content, content.length, [length]);
      return file;
    };
    const first = key("first", bits);
    expect(first.equals(key("second", bits))).toBe(true);
    expect(first.equals(key("second", bits, 8 * bits.length - 1))).toBe(false);
    for (const changed of [0, 2 ** 20, bits.length - 1]) {
      const other = Uint8Array.from(bits);
      other[changed] ^= 1;
      expect(first.equals(key("second", other))).toBe(false);
    }
  });

  it("reports missing bits", () => {
    const key = KeyFile.create(at("short"));
    key.append(Uint8Array.of(0b1011_0110, 0b1100_0000), 2, [10]);
    expect(key.read(3, 7)).toEqual(Uint8Array.of(0b1011_0110));
    expect(key.read(3, 14)).toBeUndefined();
    key.file.discard();
    expect(KeyFile.reopen(at("short"))).toBeUndefined();
  });
});

describe("openBitFile", () => {
  it("reads strings from any bit on", async () => {
    await fc.assert(
      fc.asyncProperty(strings, fc.nat(20), async (all, skipped) => {
        const bits = [...new Array(skipped).fill(1), ...all.flat()];
        fc.pre(bits.length > 0);
        writeFileSync(at("bits"), packBits(bits, bits.length));
        const file = await openBitFile(at("bits"), { expected: { bits: bits.length, of: "--bits" }, format: "packed" });
        expect(file.bits).toBe(bits.length);
        expect(await file.read(skipped, lengths(all), STRIDE)).toEqual(packed(all));
        await file.close();
      }),
      { numRuns: 50 },
    );
  });

  it("refuses strings with ones behind their end, and empty ones", async () => {
    writeFileSync(at("a"), Uint8Array.of(1, 2));
    const open = (bits: number) => openBitFile(at("a"), { expected: { bits, of: "b" } });
    await (await open(15)).close();
    writeFileSync(at("empty"), "");
    await expect(openBitFile(at("empty"))).rejects.toThrow("empty: is empty: there are no bits to reconcile");
    await expect(open(14)).rejects.toThrow("a: its last 2 bits are not zero: a string of 14 bits is padded with zeros");
  });
});

interface Header {
  readonly name: string;
  readonly bytes: number;
  readonly count: number;
}

const KIND: RecordKind<Header> = {
  name: "test file",
  record: "thing",
  format: "gfq-ldpc test",
  schema: z.strictObject({ name: z.string(), bytes: z.number(), count: z.number().max(100) }),
  payloadBytes: ({ bytes }) => bytes,
  records: ({ count }) => count,
};
const OTHER: RecordKind<Header> = { ...KIND, name: "second file", format: "gfq-ldpc second" };
const HEADER = { name: "x", bytes: 3, count: 5 };
const PAYLOADS = Uint8Array.from({ length: 15 }, (_, i) => 16 * i + 1);
const RECORD = 8 + 3 + 4;

function file(name: string, header: Header = HEADER, payloads = PAYLOADS): string {
  const path = join(folder, name);
  const writer = RecordWriter.create(path, KIND, header);
  writer.append(payloads.subarray(0, 6));
  writer.append(payloads.subarray(6));
  writer.finish();
  return path;
}

/** The bytes of a whole file. */
const WHOLE = readFileSync(file("whole"));

function changed(name: string, change: (bytes: Buffer) => Buffer | undefined): string {
  const path = join(folder, name);
  const bytes = Buffer.from(WHOLE);
  writeFileSync(path, change(bytes) ?? bytes);
  return path;
}

async function refusal(path: string, kind = KIND, records = 5): Promise<string> {
  try {
    const reader = await RecordReader.open(path, kind);
    try {
      await reader.read(0, records);
    } finally {
      await reader.close();
    }
  } catch (error) {
    return (error as Error).message.replaceAll(`${folder}/`, "");
  }
  return "nothing";
}

describe("RecordReader", () => {
  const { length } = WHOLE;
  const headerBytes = length - 5 * RECORD;

  it("reads written records, from any record on", async () => {
    const reader = await RecordReader.open(join(folder, "whole"), KIND);
    expect(reader.header).toEqual(HEADER);
    expect(await reader.read(0, 5)).toEqual(PAYLOADS);
    expect(await reader.read(2, 2)).toEqual(PAYLOADS.subarray(6, 12));
    await reader.close();
  });

  it("notices a flipped bit, of records every one", async () => {
    for (let bit = 0; bit < 8 * length; bit += bit < 8 * headerBytes ? 7 : 1) {
      const path = changed("flip", (bytes) => {
        bytes[bit >> 3] ^= 1 << (bit & 7);
        return undefined;
      });
      const message = await refusal(path);
      const at = bit >> 3;
      if (at < headerBytes)
        expect(message).toMatch(/^flip: (its header \(bytes 0 to \d+\) is damaged|is not a test file)/);
      else {
        const thing = Math.floor((at - headerBytes) / RECORD);
        const from = headerBytes + thing * RECORD;
        expect(message).toBe(
          `flip: thing ${thing} is damaged (bytes ${from} to ${from + RECORD - 1}): get the test file again`,
        );
      }
    }
  });

  it("notices every missing end", async () => {
    for (let size = 0; size < length; size++) {
      const message = await refusal(changed("cut", (bytes) => bytes.subarray(0, size)));
      const thing = Math.floor((size - headerBytes) / RECORD);
      if (size < headerBytes) expect(message).toContain("cut: is not a test file of ldpc key");
      else {
        expect(message).toBe(
          `cut: is cut short: ${size} of ${length} bytes, it ends in thing ${thing} of 5: get the test file again`,
        );
      }
    }
  });

  it("distinguishes other faults", async () => {
    expect(await refusal(join(folder, "none"))).toBe("none: cannot be read: there is no such file");
    expect(await refusal(file("kind"), OTHER)).toBe("kind: is a file of gfq-ldpc test, not a second file");
    expect(await refusal(changed("long", (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])))).toBe(
      `long: has ${length + 1} bytes, but its 5 things make ${length}: it is damaged`,
    );
    expect(await refusal(file("header", { ...HEADER, count: 101 }))).toMatch(
      /^header: its header does not fit itself: count/,
    );
    const swapped = changed("swapped", (bytes) => {
      const record = (i: number) => bytes.subarray(headerBytes + i * RECORD, headerBytes + (i + 1) * RECORD);
      return Buffer.concat([bytes.subarray(0, headerBytes), record(0), record(2), record(1), record(3), record(4)]);
    });
    expect(await refusal(swapped)).toContain("swapped: thing 1 is damaged");
  });

  it("refuses a header that is nested without end", async () => {
    const path = join(folder, "nested");
    writeFileSync(path, `{"format":"gfq-ldpc test","version":1,"name":${"[".repeat(5000)}${"]".repeat(5000)}}\n`);
    expect(await refusal(path)).toBe("nested: is not a test file of ldpc key, or its beginning is damaged");
  });

  it("takes no record of another file of that kind", async () => {
    const other = readFileSync(file("other", { ...HEADER, name: "y" }));
    const path = changed("mixed", (bytes) => {
      other.copy(bytes, headerBytes + 3 * RECORD, headerBytes + 3 * RECORD, headerBytes + 4 * RECORD);
      return undefined;
    });
    expect(await refusal(path)).toContain("mixed: thing 3 is damaged");
    expect(await refusal(path, KIND, 3)).toBe("nothing");
  });
});

describe("RecordWriter", () => {
  it("leaves no open file and no part of one if the disk is full from the beginning", () => {
    const path = join(folder, "full");
    const full = new InputError("cannot be written: no space left on the disk", { file: path });
    const write = vi.spyOn(ResumableFile.prototype, "write").mockImplementation(() => {
      throw full;
    });
    const close = vi.spyOn(ResumableFile.prototype, "close");
    try {
      expect(() => RecordWriter.create(path, KIND, HEADER)).toThrow(full);
      expect(close).toHaveBeenCalledOnce();
    } finally {
      write.mockRestore();
      close.mockRestore();
    }
    expect(readdirSync(folder).filter((name) => name.startsWith("full"))).toEqual([]);
  });

  it("goes on behind the last whole record, wherever the process ended", () => {
    const expected = readFileSync(file("expected"));
    const path = join(folder, "resumed");
    for (let size = expected.indexOf(10) + 1; size <= expected.length; size++) {
      writeFileSync(`${path}.part`, expected.subarray(0, size));
      const writer = RecordWriter.reopen(path, KIND)!;
      expect(writer.header).toEqual(HEADER);
      const whole = writer.whole(0, 5);
      expect(whole).toEqual(PAYLOADS.subarray(0, 3 * Math.floor((size - expected.indexOf(10) - 1) / RECORD)));
      writer.keep(whole.length / 3);
      writer.append(PAYLOADS.subarray(whole.length));
      writer.finish();
      expect(readFileSync(path).equals(expected)).toBe(true);
    }
  });

  it.skipIf(process.platform !== "linux")("closes a file that it refuses", () => {
    const path = file("refused");
    const descriptors = () => readdirSync("/proc/self/fd").length;
    const before = descriptors();
    for (let i = 0; i < 20; i++) expect(() => RecordWriter.reopen(path, OTHER)).toThrow("not a second file");
    expect(descriptors()).toBe(before);
  });

  it("begins anew without a whole header, and takes its name off again when it changes", () => {
    const path = join(folder, "torn");
    writeFileSync(`${path}.part`, '{"format":');
    expect(RecordWriter.reopen(path, KIND)).toBeUndefined();
    expect(RecordWriter.reopen(path, KIND)).toBeUndefined();
    file("torn");
    const writer = RecordWriter.reopen(path, KIND)!;
    expect(writer.whole(0, 9)).toEqual(PAYLOADS);
    expect(existsSync(path)).toBe(true);
    writer.keep(5);
    expect(existsSync(path)).toBe(false);
    appendFileSync(`${path}.part`, "x");
    expect(writer.whole(0, 9)).toEqual(PAYLOADS);
    writer.file.close();
  });

  it("leaves a whole file of something else with its name", () => {
    const path = file("named");
    expect(() => RecordWriter.reopen(path, OTHER)).toThrow("named: is a file of gfq-ldpc test, not a second file");
    expect(RecordWriter.reopen(path, KIND, { ...HEADER, name: "y" })).toBeUndefined();
    expect(readFileSync(path).equals(WHOLE)).toBe(true);
    writeFileSync(path, "no header");
    expect(RecordWriter.reopen(path, KIND)).toBeUndefined();
    expect(readFileSync(path, "utf8")).toBe("no header");
    expect(readdirSync(folder).filter((name) => name.startsWith("named"))).toEqual(["named"]);
  });
});
