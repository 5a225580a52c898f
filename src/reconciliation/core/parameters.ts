import type { Code } from "../../code/code.ts";
import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";
import { requireSeed } from "../../seed.ts";
import { type FurtherDisclosure, NOTHING_FURTHER, positionsLeft } from "./further-disclosure.ts";
import { choosePositions } from "./positions.ts";

/**
 * The parameters that both ends agree on before they reconcile a stream of blocks. A block is one word of the code:
 * `punctured` positions hold private random bits of Alice's, `shortened` positions are zero on both sides, and all
 * other positions hold sifted bits.
 * @example
 * const own: ReconciliationParameters = { ...parameters, salt: crypto.getRandomValues(new Uint8Array(16)) };
 */
export interface ReconciliationParameters {
  /**
   * A code over GF(2). All its columns count, including columns that its standard would not send:
   * `informationPart(code)` for the standards' codes.
   */
  readonly code: Code;
  /** p: positions about which Bob has no information. Each hides one syndrome bit. */
  readonly punctured: number;
  /** s: positions whose bits Bob knows. */
  readonly shortened: number;
  /** Seed of the choice of positions, 32 bits. */
  readonly seed: number;
  /** Length of the verification hash: a multiple of 8 from 32 to 256. */
  readonly hashBits: number;
  /** 16 random bytes, public, for this stream alone. */
  readonly salt: Uint8Array;
  /** Further revealed positions of the blocks in a retry; none if left out. */
  readonly disclosed?: FurtherDisclosure;
}

/**
 * The places of bits in a block, and its leakage.
 * @example
 * const { keyBits, leakage }: BlockLayout = blockLayout(parameters);
 */
export interface BlockLayout {
  /** n: positions of the word, columns of H. */
  readonly wordBits: number;
  /** M: syndrome bits, rows of H. */
  readonly checks: number;
  /** n − p − s: sifted bits of a whole block, without revealed bits. */
  readonly keyBits: number;
  /** ⌈keyBits/8⌉ */
  readonly keyBytes: number;
  /** ⌈M/8⌉ */
  readonly syndromeBytes: number;
  /** hashBits/8 */
  readonly hashBytes: number;
  /** Positions of the sifted bits in their order, ascending. */
  readonly keyPositions: Uint32Array;
  /** Ascending. */
  readonly puncturedPositions: Uint32Array;
  /** Ascending. */
  readonly shortenedPositions: Uint32Array;
  /**
   * Bits of information that the syndrome of a block gives about its sifted bits: M − p, where p excludes revealed
   * private bits.
   */
  readonly syndromeLeakage: number;
  /** M − p + hashBits: bits that an eavesdropper learns of a block. */
  readonly leakage: number;
}

/**
 * Text of the default decoder of `ldpc key`. Sum-product corrects blocks that other rules do not, and the layered schedule needs half the
 * iterations. Products of tanh in f16 fail no more often than flooding in f32 (doc/papers/qkd.md) and are the fastest form on a GPU
 * (doc/performance.md).
 * @example
 * bob(engine, parameters, readDecoder(RECONCILIATION_DECODER), 0.02);
 */
export const RECONCILIATION_DECODER = "sum-product form=tanh messages=f16 schedule=layered iterations=31";

/** Bytes of the salt. */
export const SALT_BYTES = 16;

/**
 * The layout of the blocks of a stream, a pure function of the parameters.
 * @param parameters code, positions, hash and salt, the same at both ends.
 * @throws InputError for a code over another field than GF(2) or with shortened bits of its own, numbers of positions
 * that leave no sifted bit, punctured positions that do not hide a syndrome bit each, a seed that is no 32-bit number,
 * or a hash or salt of another length.
 * @example
 * const { keyBits, checks, leakage } = blockLayout(parameters);
 * [keyBits, leakage - checks]; // → [96, 64]
 */
export function blockLayout(parameters: ReconciliationParameters): BlockLayout {
  requireOptions("reconciliation parameters", parameters, {
    ...{ code: true, punctured: true, shortened: true, seed: true, hashBits: true, salt: true, disclosed: true },
  });
  const { code, punctured, shortened, seed, hashBits, salt, disclosed = NOTHING_FURTHER } = parameters;
  const { field, columns, rows } = code.matrix;
  if (field.q !== 2)
    throw new InputError(`${code.name} is over GF(${field.q}): reconciliation is for codes over GF(2)`);
  if ((code.shortened?.length ?? 0) > 0) {
    throw new InputError(`${code.name} has shortened bits: leave the fillers out, reconciliation shortens by itself`);
  }
  for (const [what, count] of Object.entries({ punctured, shortened })) {
    if (!Number.isInteger(count) || count < 0) throw new InputError(`${count} ${what} positions: give 0 or more`);
  }
  if (columns - punctured - shortened < 1) {
    throw new InputError(
      `${punctured} punctured and ${shortened} shortened positions leave no sifted bit of the ${columns} of ${code.name}`,
    );
  }
  requireSeed(seed);
  if (!Number.isInteger(hashBits / 8) || hashBits < 32 || hashBits > 256) {
    throw new InputError(`a hash of ${hashBits} bits: give a multiple of 8 from 32 to 256`);
  }
  if (salt.length !== SALT_BYTES) throw new InputError(`a salt of ${salt.length} bytes: it must have ${SALT_BYTES}`);
  const positions = positionsLeft(choosePositions(code, punctured, shortened, seed), disclosed, seed);
  const keyBits = positions.key.length;
  const syndromeLeakage = rows - positions.punctured.length;
  return {
    wordBits: columns,
    checks: rows,
    keyBits,
    keyBytes: Math.ceil(keyBits / 8),
    syndromeBytes: Math.ceil(rows / 8),
    hashBytes: hashBits / 8,
    keyPositions: positions.key,
    puncturedPositions: positions.punctured,
    shortenedPositions: positions.shortened,
    syndromeLeakage,
    leakage: syndromeLeakage + hashBits,
  };
}
