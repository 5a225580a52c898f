import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { SEAL_FIELD_BYTES, SEAL_TAG_BYTES, type TagMode } from "../messages/seal.ts";
import { TAG_BYTES, WegmanCarter } from "./wegman-carter.ts";

/** A tag of a message that comes in parts. */
export interface Tag {
  add(bytes: Uint8Array): void;
  /** The tag, 32 bytes. */
  finish(): Uint8Array;
}

/** Computes the tags of a mode from the 32 bytes of a slot. */
export function tagOf(mode: TagMode, key: Uint8Array): Tag {
  if (mode === "one-time") {
    const tag = new WegmanCarter(key);
    return {
      add: (bytes) => tag.add(bytes),
      finish() {
        const bytes = new Uint8Array(SEAL_TAG_BYTES);
        bytes.set(tag.finish());
        return bytes;
      },
    };
  }
  const tag = hmac.create(sha256, key);
  return {
    add: (bytes) => void tag.update(bytes),
    finish: () => tag.digest(),
  };
}

/**
 * Upper bound of the probability that a message passes which its sender has not sent.
 * @param mode with `one-time` for any computing power of the forger; with `long-lived` for a forger to whom
 * HMAC-SHA-256 is a random function, so that a tag is a guess.
 * @param bytes of the message before its seal.
 */
export function forgeryProbability(mode: TagMode, bytes: number): number {
  if (mode === "long-lived") return 2 ** (-8 * SEAL_TAG_BYTES);
  return (Math.ceil((bytes + SEAL_FIELD_BYTES) / TAG_BYTES) + 1) * 2 ** -128;
}
