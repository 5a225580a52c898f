import { describe, expect, it } from "vitest";
import { WegmanCarter } from "../../../src/reconciliation/files/wegman-carter.ts";
import { sharedKeys, type TaggedMessage } from "../../oracle/reconciliation/shared-slot.ts";
import { rawBits } from "./key-files.ts";

function tagged(key: Uint8Array, bytes: Uint8Array): TaggedMessage {
  const tag = new WegmanCarter(key);
  tag.add(bytes);
  return { bytes, tag: tag.finish() };
}

describe("the algebra of two tags under one key", () => {
  it.each([
    [40, 40],
    [330, 347],
  ])("finds r and s of messages of %i and %i bytes", (a, b) => {
    const [key, ...messages] = [rawBits(32, 1), rawBits(a, 2), rawBits(b, 3)];
    const [first, second] = messages.map((bytes) => tagged(key, bytes));
    expect(sharedKeys(first, second)).toContainEqual(key);
  });

  it("finds none of them if each message has its own", () => {
    const [first, second] = [4, 5].map((seed) => tagged(rawBits(32, seed), rawBits(160, seed + 10)));
    const found = sharedKeys(first, second);
    for (const seed of [4, 5]) expect(found).not.toContainEqual(rawBits(32, seed));
  });
});
