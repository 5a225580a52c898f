import { blockOf, multiplyBlocks } from "./ghash.ts";

/**
 * The attack on a Wegman–Carter key that made two tags. t1 − t2 is a polynomial in r with public coefficients, so r is one of its few roots
 * in GF(2^128), and s follows from r. Polynomials are lists of coefficients, the constant first.
 */
type Polynomial = readonly bigint[];

const ONE = 1n << 127n;
const REDUCTION = 0xe1n << 120n;

/** A message and its tag, which the eavesdropper has. */
export interface TaggedMessage {
  /** All bytes that the tag covers. */
  readonly bytes: Uint8Array;
  /** 16 bytes. */
  readonly tag: Uint8Array;
}

/**
 * All keys r, s of 32 bytes under which both messages have their tags. If the messages have different keys, a common key exists only by
 * chance.
 */
export function sharedKeys(first: TaggedMessage, second: TaggedMessage): Uint8Array[] {
  const [a, b] = [first, second].map(({ bytes }) => messagePolynomial(bytes));
  const difference = trimmed(
    Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) ^ (b[i] ?? 0n)),
  );
  const constant = blockOf(first.tag) ^ blockOf(second.tag);
  const polynomial = trimmed([(difference[0] ?? 0n) ^ constant, ...difference.slice(1)]);
  return roots(polynomial).map((r) => {
    const s = blockOf(first.tag) ^ valueAt(a, r);
    return Uint8Array.from([...bytesOf(r), ...bytesOf(s)]);
  });
}

/** Σ x_i·r^(ℓ + 1 − i), where x_ℓ is the number of bytes. */
function messagePolynomial(bytes: Uint8Array): bigint[] {
  const groups = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, i) =>
    blockOf(bytes.subarray(16 * i, 16 * i + 16)),
  );
  return [0n, BigInt(bytes.length), ...groups.reverse()];
}

/** The distinct roots of f: the roots of gcd(f, x^(2^128) − x), split by traces (E. R. Berlekamp, Math. Comp. 24, 713, 1970). */
function roots(f: Polynomial): bigint[] {
  if (f.length < 2) return [];
  const monic = normalised(f);
  // x^(2^128) mod f.
  let power: Polynomial = remainder([0n, ONE], monic);
  for (let i = 0; i < 128; i++) power = squared(power, monic);
  return split(gcd(monic, sum(power, [0n, ONE])), 0);
}

function split(f: Polynomial, bit: number): bigint[] {
  if (f.length < 2) return [];
  if (f.length === 2) return [quotient(f[0], f[1])];
  if (bit === 128) throw new Error("roots that no trace tells apart");
  // Tr(βx) mod f for an element β of a basis. For any two roots, some β has different traces.
  let term: Polynomial = remainder([0n, 1n << BigInt(bit)], f);
  let trace: Polynomial = term;
  for (let i = 1; i < 128; i++) {
    term = squared(term, f);
    trace = sum(trace, term);
  }
  const zeros = gcd(f, trace);
  if (zeros.length < 2 || zeros.length === f.length) return split(f, bit + 1);
  return [...split(zeros, bit + 1), ...split(divided(f, zeros).quotient, bit + 1)];
}

function sum(a: Polynomial, b: Polynomial): bigint[] {
  return trimmed(Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0n) ^ (b[i] ?? 0n)));
}

function squared(a: Polynomial, modulus: Polynomial): bigint[] {
  const all = Array<bigint>(Math.max(0, 2 * a.length - 1)).fill(0n);
  for (const [i, value] of a.entries()) all[2 * i] = square(value);
  return remainder(all, modulus);
}

function gcd(a: Polynomial, b: Polynomial): bigint[] {
  let [x, y] = [trimmed(a), trimmed(b)];
  while (y.length > 0) [x, y] = [y, remainder(x, normalised(y))];
  return normalised(x);
}

function remainder(a: Polynomial, monic: Polynomial): bigint[] {
  return divided(a, monic).remainder;
}

function divided(a: Polynomial, monic: Polynomial): { quotient: bigint[]; remainder: bigint[] } {
  const rest = [...a];
  const found: bigint[] = [];
  for (let at = rest.length - monic.length; at >= 0; at--) {
    const factor = rest[at + monic.length - 1];
    found[at] = factor;
    if (factor !== 0n) for (const [i, value] of monic.entries()) rest[at + i] ^= product(factor, value);
  }
  return { quotient: trimmed(found), remainder: trimmed(rest) };
}

function normalised(f: Polynomial): bigint[] {
  const all = trimmed(f);
  const leading = all.at(-1);
  return leading === undefined ? [] : all.map((value) => quotient(value, leading));
}

function trimmed(f: Polynomial): bigint[] {
  let { length } = f;
  while (length > 0 && f[length - 1] === 0n) length--;
  return f.slice(0, length);
}

function valueAt(f: Polynomial, x: bigint): bigint {
  return f.reduceRight((value, coefficient) => multiplyBlocks(value, x) ^ coefficient, 0n);
}

function quotient(a: bigint, b: bigint): bigint {
  // b^(2^128 − 2)
  let [inverse, power] = [ONE, b];
  for (let i = 1; i < 128; i++) {
    power = square(power);
    inverse = product(inverse, power);
  }
  return product(a, inverse);
}

/** Product as in `multiplyBlocks`, with four bits of b at once, the highest powers of x first: x^i is bit 127 − i. */
function product(a: bigint, b: bigint): bigint {
  if (a === 0n || b === 0n) return 0n;
  const powers = [a];
  for (let i = 0; i < 3; i++) powers.push(timesX(powers[i]));
  const table = Array.from({ length: 16 }, (_, nibble) =>
    powers.reduce((sum, power, i) => ((nibble >> (3 - i)) & 1 ? sum ^ power : sum), 0n),
  );
  const digits = b.toString(16).padStart(32, "0");
  let all = 0n;
  for (let at = 31; at >= 0; at--) {
    all = (all >> 4n) ^ TIMES_X4[Number(all & 15n)] ^ table[Number.parseInt(digits[at], 16)];
  }
  return all;
}

/** x^4 times each value of the last four bits of a block. */
const TIMES_X4 = Array.from({ length: 16 }, (_, nibble) => timesX(timesX(timesX(timesX(BigInt(nibble))))));

function timesX(a: bigint): bigint {
  return a & 1n ? (a >> 1n) ^ REDUCTION : a >> 1n;
}

function square(a: bigint): bigint {
  return product(a, a);
}

function bytesOf(block: bigint): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, i) => Number((block >> BigInt(8 * (15 - i))) & 0xffn));
}
