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

export const HASH_KEY_BYTES = 32;
export const KEY_HASH_BYTES = 16;
/** One hash for each hash key: the nonce need not change. */
const NONCE = new Uint8Array(12);

/** A hash key, for one pair of keys that are fixed. */
export function drawHashKey(): Uint8Array {
  return randomBytes(HASH_KEY_BYTES);
}

/** A hash or a tag of bytes that come in parts of any lengths, as those of node:crypto. */
export interface Hashing {
  update(part: Uint8Array): unknown;
  digest(): Uint8Array;
}

export class KeyHash implements Hashing {
  readonly #cipher: CipherGCM;

  constructor(hashKey: Uint8Array) {
    this.#cipher = createCipheriv("aes-256-gcm", hashKey, NONCE);
  }

  update(part: Uint8Array): void {
    this.#cipher.setAAD(part);
  }

  digest(): Uint8Array {
    this.#cipher.final();
    return this.#cipher.getAuthTag();
  }
}

/** The hash of a key. @param parts consecutive parts of the key, of any lengths. */
export function keyHash(hashKey: Uint8Array, parts: Iterable<Uint8Array>): Uint8Array {
  const hash = new KeyHash(hashKey);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** ε_cor: two different keys of `bits` bits have the same hash with probability (⌈bits/128⌉ + 1)/2^128 at most. */
export function keyHashCollision(bits: number): number {
  return (Math.ceil(bits / 128) + 1) * 2 ** -128;
}

/** What the hash of a block depends on besides the block: a stream's header has it. The salt is hexadecimal. */
type HashParameters = { readonly salt: string; readonly hashBits: number };

/**
 * The hash of packed bits of a block: the first bytes of SHA-256 over salt, index of the block (u64 little-endian), number of its bits
 * (u32 little-endian) and the bits. The kernel reconciliation/block-hash computes the same hash on the device.
 */
export function blockHash(stream: HashParameters, block: number, bits: Uint8Array, count: number): Buffer {
  const prefix = Buffer.alloc(12);
  prefix.writeBigUInt64LE(BigInt(block));
  prefix.writeUInt32LE(count, 8);
  const digest = createHash("sha256").update(stream.salt, "hex").update(prefix).update(bits).digest();
  return digest.subarray(0, stream.hashBits / 8);
}

/** Whether packed bits of a block have a hash (`blockHash`). */
export function hasHash(stream: HashParameters, block: number, bits: Uint8Array, count: number, hash: Uint8Array) {
  return blockHash(stream, block, bits, count).equals(hash);
}

/**
 * One-time authentication of messages, information-theoretic: the tag of a message is Σ x_i·r^(ℓ + 1 − i) + s over GF(2^128), of groups of 16
 * bytes x_1 … x_(ℓ − 1), the last padded with zeros, and x_ℓ, the number of bytes; r and s are secret key bits that are used for one
 * message alone (M. N. Wegman and J. L. Carter, "New hash functions and their use in authentication and set equality", J. Comput. Syst. Sci.
 * 22, 265, 1981; the polynomial is the one of GCM, NIST SP 800-38D, section 6.4). Without knowledge of r and s, a
 * forged tag for another message of at most the same length, or another tag for the same message, passes with
 * probability at most ℓ/2^128.
 */

/** Bytes of the key of one message, r and then s, and of a tag. */
export const ONE_TIME_KEY_BYTES = 32;
export const TAG_BYTES = 16;

/** The polynomial of GF(2^128) in the order of GCM's bits: x^7 + x^2 + x + 1 in the first byte. */
const REDUCTION = 0xe1000000;
/** Words of a table: 16 positions of a byte, 256 values, four words each. */
const TABLE_WORDS = 16 * 256 * 4;

/** The tag of a message that comes in parts. */
export class WegmanCarter implements Hashing {
  readonly #table: Int32Array;
  readonly #mask: Uint8Array;
  readonly #sum = new Int32Array(4);
  /** Bytes that are no whole group yet. */
  readonly #rest = new Uint8Array(16);
  #bytes = 0;

  /** @param key r and s, 32 bytes. */
  constructor(key: Uint8Array) {
    this.#table = productTable(wordsOf(key, 0));
    this.#mask = key.slice(16, ONE_TIME_KEY_BYTES);
  }

  update(bytes: Uint8Array): void {
    let at = 0;
    const begun = this.#bytes % 16;
    this.#bytes += bytes.length;
    if (begun > 0) {
      at = Math.min(16 - begun, bytes.length);
      this.#rest.set(bytes.subarray(0, at), begun);
      if (begun + at < 16) return;
      this.#addGroups(this.#rest, 0, 1);
    }
    const groups = (bytes.length - at) >> 4;
    this.#addGroups(bytes, at, groups);
    this.#rest.set(bytes.subarray(at + 16 * groups));
  }

  /** The tag, 16 bytes: the key is used up, and forgotten. */
  digest(): Uint8Array {
    const left = this.#bytes % 16;
    if (left > 0) {
      this.#rest.fill(0, left);
      this.#addGroups(this.#rest, 0, 1);
    }
    new DataView(this.#rest.buffer).setBigUint64(0, 0n);
    new DataView(this.#rest.buffer).setBigUint64(8, BigInt(this.#bytes));
    this.#addGroups(this.#rest, 0, 1);
    const tag = new Uint8Array(TAG_BYTES);
    const view = new DataView(tag.buffer);
    for (const [i, word] of this.#sum.entries()) view.setInt32(4 * i, word);
    for (let i = 0; i < TAG_BYTES; i++) tag[i] ^= this.#mask[i];
    this.#table.fill(0);
    this.#mask.fill(0);
    this.#sum.fill(0);
    return tag;
  }

  #addGroups(bytes: Uint8Array, from: number, groups: number): void {
    const table = this.#table;
    const view = new DataView(bytes.buffer, bytes.byteOffset + from, 16 * groups);
    let [a, b, c, d] = this.#sum;
    for (let at = 0; at < 16 * groups; at += 16) {
      const [w0, w1, w2, w3] = [a, b, c, d];
      a = b = c = d = 0;
      // Written out, without an array or a call: it is all that a tag costs.
      for (let word = 0; word < 4; word++) {
        const own = word === 0 ? w0 : word === 1 ? w1 : word === 2 ? w2 : w3;
        const value = own ^ view.getInt32(at + 4 * word);
        const byte0 = (word << 12) | ((value >>> 22) & 1020);
        const byte1 = (word << 12) | 1024 | ((value >>> 14) & 1020);
        const byte2 = (word << 12) | 2048 | ((value >>> 6) & 1020);
        const byte3 = (word << 12) | 3072 | ((value << 2) & 1020);
        a ^= table[byte0] ^ table[byte1] ^ table[byte2] ^ table[byte3];
        b ^= table[byte0 + 1] ^ table[byte1 + 1] ^ table[byte2 + 1] ^ table[byte3 + 1];
        c ^= table[byte0 + 2] ^ table[byte1 + 2] ^ table[byte2 + 2] ^ table[byte3 + 2];
        d ^= table[byte0 + 3] ^ table[byte1 + 3] ^ table[byte2 + 3] ^ table[byte3 + 3];
      }
    }
    this.#sum.set([a, b, c, d]);
  }
}

/** Products of r with every value of every byte of a group. */
function productTable(r: readonly number[]): Int32Array {
  const table = new Int32Array(TABLE_WORDS);
  let power = r;
  for (let byte = 0; byte < 16; byte++) {
    for (let bit = 0; bit < 8; bit++) {
      for (let value = 0; value < 256; value++) {
        if ((value & (0x80 >> bit)) === 0) continue;
        const entry = (byte << 10) | (value << 2);
        for (let word = 0; word < 4; word++) table[entry + word] ^= power[word];
      }
      power = timesX(power);
    }
  }
  return table;
}

/** x·v: a shift to the right, as the first bit is the coefficient of 1. */
function timesX([a, b, c, d]: readonly number[]): number[] {
  const reduced = (d & 1) === 1 ? REDUCTION : 0;
  return [(a >>> 1) ^ reduced, (b >>> 1) | (a << 31), (c >>> 1) | (b << 31), (d >>> 1) | (c << 31)];
}

function wordsOf(bytes: Uint8Array, from: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, 16);
  return [0, 4, 8, 12].map((at) => view.getInt32(at));
}
