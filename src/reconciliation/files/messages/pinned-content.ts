import { drawHashKey, keyHash } from "../keys/key-hash.ts";

/** Bytes of a chunk. */
export const PINNED_CHUNK_BYTES = 2 ** 16;

/**
 * Remembers a file's content chunk by chunk, by hashes under a key that never leaves the process: different bytes at a
 * later reading have the same hash with probability at most (2^12 + 1)/2^128, even if an attacker chooses them.
 */
export class PinnedContent {
  readonly #hashKey = drawHashKey();
  readonly #hashes: Uint8Array[] = [];

  /** Takes the next chunk: all are of `PINNED_CHUNK_BYTES` but the last. */
  add(chunk: Uint8Array): void {
    this.#hashes.push(keyHash(this.#hashKey, [chunk]));
  }

  /** Whether a chunk is as it was. @param index from 0. */
  isSame(index: number, chunk: Uint8Array): boolean {
    const hash = this.#hashes[index];
    return hash !== undefined && Buffer.compare(hash, keyHash(this.#hashKey, [chunk])) === 0;
  }
}
