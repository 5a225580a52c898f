/** Fills bytes with random bits that nobody else knows. */
export type FillSecret = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Most bytes that the platform's generator gives in one call. */
const RANDOM_BYTES = 65536;

/** The platform's cryptographic generator, for any number of bytes. */
export const fillRandom: FillSecret = (bytes) => {
  for (let at = 0; at < bytes.length; at += RANDOM_BYTES) {
    globalThis.crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
  }
};
