import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { packBits } from "../../../src/code/packed-bits.ts";
import { openBitFile } from "../../../src/reconciliation/files/bit-file.ts";
import { KeyFile } from "../../../src/reconciliation/files/growing-file.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));
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
        key.close();
        const again = KeyFile.reopen(at("key"))!;
        again.keep(first.flat().length);
        again.append(packed(then), STRIDE, lengths(then));
        expect(again.bits).toBe([...first, ...then].flat().length);
        again.finish();
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

  it("is for its owner only", () => {
    const key = KeyFile.create(at("private"));
    key.finish();
    expect(statSync(at("private")).mode & 0o777).toBe(0o600);
  });

  it("reports missing bits", () => {
    const key = KeyFile.create(at("short"));
    key.append(Uint8Array.of(0b1011_0110, 0b1100_0000), 2, [10]);
    expect(key.read(3, 7)).toEqual(Uint8Array.of(0b1011_0110));
    expect(key.read(3, 14)).toBeUndefined();
    key.discard();
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

  it("refuses strings of another length", async () => {
    const refusal = async (bytes: number[], bits?: number) => {
      writeFileSync(at("a"), Uint8Array.from(bytes));
      const opened = openBitFile(at("a"), bits === undefined ? {} : { expected: { bits, of: "b" } });
      return opened.then(
        ({ bits: found, close }) => close().then(() => found),
        (error: Error) => error.message.replace(`${folder}/`, ""),
      );
    };
    expect(await refusal([1, 2])).toBe(16);
    expect(await refusal([1, 2], 15)).toBe(15);
    expect(await refusal([1, 2], 14)).toBe("a: its last 2 bits are not zero: a string of 14 bits is padded with zeros");
    expect(await refusal([1, 2], 8)).toBe("a: has 2 bytes, but the 8 bits of b make 1");
    expect(await refusal([1, 2], 17)).toBe("a: has 2 bytes, but the 17 bits of b make 3");
    expect(await refusal([])).toBe("a: is empty: there are no bits to reconcile");
  });
});
