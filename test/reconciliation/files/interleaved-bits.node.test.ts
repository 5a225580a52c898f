import { randomFillSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Interleaver } from "../../../src/reconciliation/core/interleaver.ts";
import { interleavedBits, openBitFile } from "../../../src/reconciliation/files/bit-file.ts";
import type { BitStreamHeader } from "../../../src/reconciliation/files/headers.ts";
import { newFolder } from "../../new-folder.ts";
import { randomNumbers } from "../../simulation/random.ts";

const folder = newFolder();

const header = (interleaver?: string) => ({ interleaver }) as BitStreamHeader;

it("gives any part of the reordered string, in any order", async () => {
  // Three windows, the first with one more column, and 43 more bits.
  const columns = 2 ** 21 + 1;
  const bytes = new Uint8Array(8 * columns + 6);
  randomFillSync(bytes);
  bytes[bytes.length - 1] &= 0xe0;
  const bits = 64 * columns + 43;
  const path = join(folder, "a.bin");
  writeFileSync(path, bytes);
  const file = await openBitFile(path, { expected: { bits, of: "the test" } });
  expect(interleavedBits(file, header())).toBe(file);
  const interleaver = new Interleaver(bits, [0x00c0ffee, 0x12345678]);
  const expected = Uint8Array.from(bytes);
  for (let at = 0; at < 64 * columns; ) {
    const window = interleaver.windowOf(at)!;
    const [begin, end] = [at / 8, (at + window.bits) / 8];
    expected.set(interleaver.reorder(window, bytes.subarray(begin, end)), begin);
    at += window.bits;
  }
  const reordered = interleavedBits(file, header("00c0ffee12345678"));
  expect(reordered).toMatchObject({ path, bits });
  expect(Buffer.compare(await reordered.read(0, [bits], bytes.length), expected)).toBe(0);
  const random = randomNumbers(9);
  const bit = (string: Uint8Array, i: number) => (string[i >> 3] >> (7 - (i & 7))) & 1;
  const window = interleaver.windowOf(0)!.bits;
  const parts = [bits - 100, 0, window - 50, 2 * window - 60, bits - 43, bits - 1, Math.floor(bits * random())];
  // All reads at once, as batches in flight make them.
  await Promise.all(
    parts.map(async (first) => {
      const lengths = [1, 33, 66].filter((length) => first + length <= bits);
      const count = lengths.reduce((a, b) => a + b, 0);
      if (first + count > bits) lengths.splice(1);
      const strings = await reordered.read(first, lengths, 9);
      let position = first;
      for (const [i, length] of lengths.entries()) {
        const string = strings.subarray(9 * i, 9 * (i + 1));
        for (let k = 0; k < length; k++) expect(bit(string, k)).toBe(bit(expected, position + k));
        position += length;
      }
    }),
  );
  await reordered.close();
});
