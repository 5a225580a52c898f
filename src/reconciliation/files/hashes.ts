import { type CipherGCM, createCipheriv, createHash, randomBytes } from "node:crypto";

/**
 * The hash by which both ends find out whether their whole keys agree: GHASH, a polynomial hash over GF(2^128) (D. McGrew and J.
 * Viega, "The security and performance of the Galois/Counter Mode (GCM) of operation", INDOCRYPT 2004, section 2.3; NIST SP
 * 800-38D, section 6.4), computed as the tag of AES-256-GCM over no plaintext with the key as associated data:
 * Σ x_i·H^(ℓ + 1 − i) + E_K(J_0), x_1 … x_(ℓ − 1) the key in groups of 16 bytes, x_ℓ its length, H = E_K(0). The hash key K is
 * drawn when both keys are fixed and is public, and so is the mask E_K(J_0): it hides nothing. The difference of two
 * different keys is a nonzero polynomial of degree at most ℓ, which has at most ℓ zeros H. So they have the same hash
 * with probability at most ℓ/2^128 for uniform H. The value of AES-256 at one point, under a uniform key that is
 * independent of both, is assumed to be uniform.
 */

/** Bytes of a hash key. */
export const HASH_KEY_BYTES = 32;
/** Bytes of a hash. */
export const KEY_HASH_BYTES = 16;
/** One hash for each hash key: the nonce need not change. */
const NONCE = new Uint8Array(12);

/** A hash key, for one pair of keys that are fixed. */
export function drawHashKey(): Uint8Array {
  return randomBytes(HASH_KEY_BYTES);
}

/** The hash of a string that comes in parts of any lengths. */
export class KeyHash {
  readonly #cipher: CipherGCM;

  constructor(hashKey: Uint8Array) {
    this.#cipher = createCipheriv("aes-256-gcm", hashKey, NONCE);
  }

  add(part: Uint8Array): void {
    this.#cipher.setAAD(part);
  }

  finish(): Uint8Array {
    this.#cipher.final();
    return this.#cipher.getAuthTag();
  }
}

/** The hash of a key. @param parts consecutive parts of the key, of any lengths. */
export function keyHash(hashKey: Uint8Array, parts: Iterable<Uint8Array>): Uint8Array {
  const hash = new KeyHash(hashKey);
  for (const part of parts) hash.add(part);
  return hash.finish();
}

/**
 * ε_cor: an upper bound of the probability that two different keys of `bits` bits have the same hash: (⌈bits/128⌉ +
 * 1)/2^128. A function of the length alone.
 */
export function keyHashCollision(bits: number): number {
  return (Math.ceil(bits / 128) + 1) * 2 ** -128;
}

/** What the hash of a block depends on besides the block: a stream's header has it. */
interface HashParameters {
  /** Hexadecimal. */
  readonly salt: string;
  readonly hashBits: number;
}

/**
 * The hash of packed bits of a block: the first bytes of SHA-256 over salt, index of the block (u64 little-endian), number of its bits
 * (u32 little-endian) and the bits. The kernel reconciliation/block-hash computes the same hash on the device.
 */
export function blockHash(
  { salt, hashBits }: HashParameters,
  block: number,
  bits: Uint8Array,
  count: number,
): Uint8Array {
  const prefix = Buffer.alloc(12);
  prefix.writeBigUInt64LE(BigInt(block));
  prefix.writeUInt32LE(count, 8);
  const digest = createHash("sha256").update(salt, "hex").update(prefix).update(bits).digest();
  return digest.subarray(0, hashBits / 8);
}

/** Whether packed bits of a block have a hash (`blockHash`). */
export function hasHash(
  stream: HashParameters,
  block: number,
  bits: Uint8Array,
  count: number,
  hash: Uint8Array,
): boolean {
  return Buffer.from(blockHash(stream, block, bits, count)).equals(hash);
}
