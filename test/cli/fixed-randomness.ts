import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";

/**
 * Replaces the operating system's random numbers in this process by numbers that are equal in every run of the tests. Commands draw salts,
 * seeds, private bits and the disclosed values, on which it depends how many errors a block has.
 * @param name of the numbers. Different names have different numbers.
 * @returns restores them.
 */
export function fixRandomness(name: string): () => void {
  const { randomBytes } = crypto;
  const sequence = byteSequence(name);
  Object.assign(crypto, { randomBytes: countedBytes(name) });
  syncBuiltinESMExports();
  const drawn = vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation((array) => {
    const { length } = array as unknown as Uint8Array;
    (array as unknown as Uint8Array).set(sequence(length));
    return array;
  });
  return () => {
    Object.assign(crypto, { randomBytes });
    syncBuiltinESMExports();
    drawn.mockRestore();
  };
}

/** Random numbers that are equal in every run. Each size has its own sequence. */
function countedBytes(name: string): (bytes: number) => Buffer {
  const drawn = new Map<number, number>();
  return (bytes) => {
    const before = drawn.get(bytes) ?? 0;
    drawn.set(bytes, before + 1);
    return hashBytes(`${name}${bytes} ${before}`, 0, bytes);
  };
}

/** One sequence of random numbers that is equal in every run. The batches decide how it is cut into draws. */
function byteSequence(name: string): (bytes: number) => Buffer {
  let drawn = 0;
  return (bytes) => {
    drawn += bytes;
    return hashBytes(`${name}sequence`, drawn - bytes, bytes);
  };
}

function hashBytes(name: string, first: number, bytes: number): Buffer {
  const from = Math.floor(first / 32);
  const blocks = Array.from({ length: Math.ceil((first + bytes) / 32) - from }, (_, i) =>
    createHash("sha256")
      .update(`${name} ${from + i}`)
      .digest(),
  );
  return Buffer.concat(blocks).subarray(first - 32 * from, first - 32 * from + bytes);
}
