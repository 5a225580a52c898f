import crypto, { createHash } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

export function fixRandomness(name) {
  const { randomBytes } = crypto;
  const { getRandomValues } = globalThis.crypto;
  const sequence = byteSequence(name);
  Object.assign(crypto, { randomBytes: countedBytes(name) });
  syncBuiltinESMExports();
  globalThis.crypto.getRandomValues = (array) => {
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(sequence(array.byteLength));
    return array;
  };
  return () => {
    Object.assign(crypto, { randomBytes });
    syncBuiltinESMExports();
    globalThis.crypto.getRandomValues = getRandomValues;
  };
}

// Random numbers that are equal in every run. Each size has its own sequence.
function countedBytes(name) {
  const drawn = new Map();
  return (bytes, callback) => {
    const before = drawn.get(bytes) ?? 0;
    drawn.set(bytes, before + 1);
    const random = hashBytes(`${name}${bytes} ${before}`, 0, bytes);
    if (callback !== undefined) setImmediate(callback, null, random);
    return random;
  };
}

// One sequence of random numbers that is equal in every run. The batches decide how it is cut into draws.
function byteSequence(name) {
  let drawn = 0;
  return (bytes) => {
    drawn += bytes;
    return hashBytes(`${name}sequence`, drawn - bytes, bytes);
  };
}

function hashBytes(name, first, bytes) {
  const from = Math.floor(first / 32);
  const blocks = Array.from({ length: Math.ceil((first + bytes) / 32) - from }, (_, i) =>
    createHash("sha256")
      .update(`${name} ${from + i}`)
      .digest(),
  );
  return Buffer.concat(blocks).subarray(first - 32 * from, first - 32 * from + bytes);
}
