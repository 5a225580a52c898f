import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ONE_TIME_KEY_BYTES, WegmanCarter } from "../../../src/reconciliation/files/hashes.ts";
import { blockOf, ghash } from "../../oracle/reconciliation/ghash.ts";

const keys = fc.uint8Array({ minLength: ONE_TIME_KEY_BYTES, maxLength: ONE_TIME_KEY_BYTES });

function tag(key: Uint8Array, parts: readonly Uint8Array[]): bigint {
  const made = new WegmanCarter(key);
  for (const part of parts) made.add(part);
  return blockOf(made.finish());
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
