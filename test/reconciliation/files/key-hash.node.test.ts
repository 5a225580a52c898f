import { createCipheriv } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawHashKey, HASH_KEY_BYTES, keyHash, keyHashCollision } from "../../../src/reconciliation/files/hashes.ts";
import { blockOf, ghash } from "../../oracle/reconciliation/ghash.ts";

/** AES-256 of a block. */
function aes(key: Uint8Array, block: Uint8Array): bigint {
  const cipher = createCipheriv("aes-256-ecb", key, null).setAutoPadding(false);
  return blockOf(cipher.update(block));
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("keyHash", () => {
  it("is the polynomial over GF(2^128) of key and length at AES(0), and a public mask", () => {
    fc.assert(
      fc.property(bytes(HASH_KEY_BYTES), fc.uint8Array({ maxLength: 200 }), fc.nat(200), (hashKey, key, cut) => {
        const padded = new Uint8Array(16 * Math.ceil(key.length / 16) + 16);
        padded.set(key);
        // The first half of the last block has the length of the key in bits.
        new DataView(padded.buffer).setBigUint64(padded.length - 16, BigInt(8 * key.length));
        const counter = new Uint8Array(16);
        counter[15] = 1;
        const expected = ghash(aes(hashKey, new Uint8Array(16)), padded) ^ aes(hashKey, counter);
        expect(blockOf(keyHash(hashKey, [key]))).toBe(expected);
        // The hash is the same for every division of the key.
        expect(blockOf(keyHash(hashKey, [key.subarray(0, cut), key.subarray(cut)]))).toBe(expected);
      }),
    );
  });

  it("is drawn with a key of its own each time", () => {
    const [a, b] = [drawHashKey(), drawHashKey()];
    expect(a.length).toBe(HASH_KEY_BYTES);
    expect(Buffer.from(a).equals(b)).toBe(false);
  });

  it("collides with a probability that the length alone decides", () => {
    expect(keyHashCollision(128)).toBe(2 / 2 ** 128);
    expect(keyHashCollision(129)).toBe(3 / 2 ** 128);
    expect(keyHashCollision(1.6e9)).toBe(12_500_001 / 2 ** 128);
  });
});
