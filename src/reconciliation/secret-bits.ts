/** Fills bytes with random bits which nobody else may know. */
export type FillSecret = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Most bytes that the platform's generator gives at once. */
const RANDOM_BYTES = 65536;

/** The platform's cryptographic generator, for as many bytes as are wanted. */
export const fillRandom: FillSecret = (bytes) => {
  for (let at = 0; at < bytes.length; at += RANDOM_BYTES) {
    globalThis.crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
  }
};
