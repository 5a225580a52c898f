import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { bitSource } from "../../../src/reconciliation/core/bit-source.ts";
import { prepareAmplifier } from "../../../src/reconciliation/core/toeplitz.ts";
import { bothEngines } from "../../engines.ts";
import { toeplitzHash } from "../../oracle/reconciliation/toeplitz.ts";
import { inNode } from "../../sweep.ts";

const engines = bothEngines();

/** The first bits of SHA-256 of "LABEL 0", "LABEL 1", … */
function stream(label: string, bits: number): Uint8Array {
  const digests = Array.from({ length: Math.ceil(bits / 256) }, (_, i) =>
    sha256(new TextEncoder().encode(`${label} ${i}`)),
  );
  const packed = Uint8Array.from(digests.flatMap((digest) => [...digest])).subarray(0, Math.ceil(bits / 8));
  if (bits % 8 > 0) packed[packed.length - 1] &= 0xff00 >> (bits % 8);
  return packed;
}

async function hash(engine: keyof typeof engines, n: number, length: number, most?: number) {
  const [key, seed] = [bitSource(stream("key", n), n), bitSource(stream("seed", n - 1), n - 1)];
  const amplifier = await prepareAmplifier(engines[engine], n, length, { most });
  const parts: number[] = [];
  for await (const { packed, bits } of amplifier.hash(key, seed))
    for (const bit of unpackBits(packed, bits)) parts.push(bit);
  amplifier.release();
  return packBits(parts, length);
}

describe("privacy amplification", () => {
  const expected = (n: number, length: number) => {
    const [key, seed] = [unpackBits(stream("key", n), n), unpackBits(stream("seed", n - 1), n - 1)];
    return packBits(toeplitzHash(key, seed, length), length);
  };

  // One bit and all but one; squares of 400 bits, the last of other shapes; leaves of four lengths.
  it.each(
    inNode([
      [2, 1],
      [13, 12],
      [700, 1],
      [3000, 1201],
      [6500, 2400],
    ]),
  )("of %i bits to %i is the hash of the definition, in one product and in squares", async (n, length) => {
    expect(await hash("cpu", n, length)).toEqual(expected(n, length));
    expect(await hash("cpu", n, length, 800)).toEqual(expected(n, length));
  });

  it("has the same bits on a GPU", async () => {
    expect(await hash("gpu", 900, 500)).toEqual(expected(900, 500));
  });

  // From an independent implementation in integers of Python, of the streams above:
  //   S = sum(s[t] << t for t in range(n - 1)); P = xor of S << j for each j with x[l + j] = 1
  //   y[i] = (P >> (i + n - l - 1) & 1) ^ x[i]; SHA-256 of y, packed, the first bit the highest
  it.each(
    inNode([
      [1000, 300, "452fb4a2589323a0ddf712afb468d82068980156054652b98cf89bf3d52ee027"],
      [100_003, 40_001, "b9a1d07de4b7e493f8eff1688a22674415b4cff1419904dea111776f88ca78cb"],
      [1_000_000, 500_000, "ffdc579c21a18cf7252e4c8351aa50432ab93cd323d377e589197a3eb4ccc255"],
    ] as const),
  )("of %i bits to %i is the hash of another implementation", async (n, length, digest) => {
    expect(bytesToHex(sha256(await hash("cpu", n, length)))).toBe(digest);
  });

  it.each(["cpu", "gpu"] as const)(
    "hashes keys at the same time with one amplifier, and refuses another length: %s",
    async (engine) => {
      const amplifier = await prepareAmplifier(engines[engine], 700, 300);
      try {
        const hashes = ["key", "another key", "a third key"].map(async (label) => {
          const [key, seed] = [stream(label, 700), stream("seed", 699)];
          const parts: Uint8Array[] = [];
          for await (const { packed } of amplifier.hash(bitSource(key, 700), bitSource(seed, 699))) parts.push(packed);
          const expected = toeplitzHash(unpackBits(key, 700), unpackBits(seed, 699), 300);
          expect(parts).toEqual([packBits(expected, 300)]);
        });
        await Promise.all(hashes);
        const other = amplifier.hash(bitSource(stream("key", 701), 701), bitSource(stream("seed", 700), 700));
        await expect(other.next()).rejects.toThrow("a key of 701 bits: the amplifier is for 700");
      } finally {
        amplifier.release();
      }
    },
  );

  it("refuses lengths and seeds that do not fit", async () => {
    const prepared = (length: number) => prepareAmplifier(engines.cpu, 100, length);
    await expect(prepared(100)).rejects.toThrow("100 bits cannot be hashed to 100: give 1 to 99");
    const amplifier = await prepared(50);
    const hash = amplifier.hash(bitSource(stream("key", 100), 100), bitSource(stream("seed", 98), 98));
    await expect(hash.next()).rejects.toThrow("a seed of 98 bits: a key of 100 bits takes 99");
    amplifier.release();
  });
});
