import { createCipheriv } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  HASH_KEY_BYTES,
  keyHash,
  keyHashCollision,
  ONE_TIME_KEY_BYTES,
  WegmanCarter,
} from "../../../src/reconciliation/files/hashes.ts";
import { blockOf, ghash } from "../../oracle/reconciliation/ghash.ts";

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

  it("collides with a probability that the length alone decides", () => {
    expect(keyHashCollision(128)).toBe(2 / 2 ** 128);
    expect(keyHashCollision(129)).toBe(3 / 2 ** 128);
    expect(keyHashCollision(1.6e9)).toBe(12_500_001 / 2 ** 128);
  });
});

const keys = fc.uint8Array({ minLength: ONE_TIME_KEY_BYTES, maxLength: ONE_TIME_KEY_BYTES });

function tag(key: Uint8Array, parts: readonly Uint8Array[]): bigint {
  const made = new WegmanCarter(key);
  for (const part of parts) made.update(part);
  return blockOf(made.digest());
}

describe("WegmanCarter", () => {
  it("is the polynomial of message and length at r, plus s, however the message is cut", () => {
    fc.assert(
      fc.property(keys, fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 5 }), (key, parts) => {
        const message = Buffer.concat(parts);
        const padded = new Uint8Array(16 * Math.ceil(message.length / 16) + 16);
        padded.set(message);
        new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length));
        const [r, s] = [blockOf(key.subarray(0, 16)), blockOf(key.subarray(16))];
        const expected = ghash(r, padded) ^ s;
        expect(tag(key, parts)).toBe(expected);
        expect(tag(key, [message])).toBe(expected);
      }),
    );
  });

  it("tells messages apart that differ in zeros at the end alone", () => {
    const key = Uint8Array.from({ length: ONE_TIME_KEY_BYTES }, (_, i) => i + 1);
    expect(tag(key, [new Uint8Array(15)])).not.toBe(tag(key, [new Uint8Array(16)]));
    expect(tag(key, [])).not.toBe(tag(key, [new Uint8Array(1)]));
  });
});
