import { constantBuffer, frameBuffer } from "../../gpu/program.ts";
import { WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { type Engine, InputError } from "../../index.ts";
import type { Dispatch, Program, ProgramBuffer } from "../../kernels.ts";
import { requireOptions } from "../../options.ts";
import type { BitSource } from "./bit-source.ts";
import { forEach } from "./ends.ts";

/**
 * Hashes keys of one length. Calls may overlap: a device hashes one key while the next is read.
 * @example
 * const hashAll = async (amplifier: Amplifier, keys: BitSource[], seed: BitSource) => {
 *   for (const key of keys) for await (const { packed } of amplifier.hash(key, seed)) console.log(packed.length);
 * };
 */
export interface Amplifier {
  /**
   * @param key of the length for which the amplifier is, n bits.
   * @param seed n − 1 bits or more, uniformly random and chosen independently of the key, when all that Eve learns of the key is fixed. It may
   * be public. Each key takes a seed of its own.
   * @param progress called with the share that is done, 0 … 1.
   * @returns parts of y in their order, packed; all but the last have whole bytes.
   * @throws InputError for a key of another length, or a seed that is too short.
   */
  hash(
    key: BitSource,
    seed: BitSource,
    progress?: (share: number) => void,
  ): AsyncGenerator<{ readonly packed: Uint8Array; readonly bits: number }>;
  /** Erases what the device has of the last key, and frees its memory. */
  release(): void;
}

/**
 * Prepares privacy amplification: hashes of keys of n bits to ℓ by a two-universal family, the Toeplitz matrices beside an identity. With
 * x_1 the first ℓ bits of the key, x_2 the other n − ℓ and s the seed of n − 1 bits,
 * y = x_1 + T·x_2 over GF(2), T_ij = s_(i − j + n − ℓ − 1), i = 0 … ℓ − 1, j = 0 … n − ℓ − 1
 * (M. Hayashi and T. Tsurumaru, "More efficient privacy amplification with less random seeds via dual universal hash function", IEEE Trans. Inf.
 * Theory 62, 2213, 2016, section IV). Different keys have the same hash for at most 2^(n − 1 − ℓ) of the seeds. The result is exact: it is the
 * same on all engines.
 *
 * T·x_2 is a part of the product of two polynomials, in memory that does not depend on n: from n = 10⁸ on T is cut into squares.
 *
 * To compile the kernels and to allocate memory takes longer than to hash a key: on an H200 0.5 to 0.8 s
 * at first and 0.1 s with kept shaders, and then, in the median of 300 to 10 calls, 0.6 to 0.9 ms for 10⁶ bits, 3 to 5 for 10⁷ and 48 to 66 for 10⁸.
 * @param engine runs the products.
 * @param bits n, of each key.
 * @param length ℓ, 1 … n − 1.
 * @param options `most`: bits of a product at once, 16 … 102,036,658, for which 300 MB are enough, and 1 GB of a GPU; the most if left out.
 * @throws InputError for lengths that do not fit.
 * @example
 * const amplifier = await prepareAmplifier(engine, 16, 4);
 * const [key, seed] = [bitSource(Uint8Array.of(0x96, 0x5a), 16), bitSource(Uint8Array.of(0x7f, 0x02), 15)];
 * for await (const { packed } of amplifier.hash(key, seed)) console.log(packed[0]); // 160
 * amplifier.release();
 */
export async function prepareAmplifier(
  engine: Engine,
  bits: number,
  length: number,
  options: { readonly most?: number } = {},
): Promise<Amplifier> {
  requireOptions("prepareAmplifier", options, { most: true });
  const { most = MOST_COEFFICIENTS } = options;
  if (!Number.isSafeInteger(length) || length < 1 || length >= bits) {
    throw new InputError(`a key of ${bits} bits cannot be hashed to ${length}: give 1 to ${bits - 1}`);
  }
  if (!(most >= 16 && most <= MOST_COEFFICIENTS)) {
    throw new InputError(`${most} bits at once: give 16 to ${MOST_COEFFICIENTS}`);
  }
  const columns = bits - length;
  const side = bits - 1 <= most ? bits : 8 * Math.floor(most / 16);
  const [height, width] = [Math.min(length, side), Math.min(columns, side)];
  const multiply = await productModulo(engine, height + width - 1);
  const hash: Amplifier["hash"] = async function* (key, seed, progress) {
    if (key.bits !== bits) throw new InputError(`a key of ${key.bits} bits: the amplifier is for ${bits}`);
    if (seed.bits < bits - 1) {
      throw new InputError(`a seed of ${seed.bits} bits: a key of ${bits} bits takes ${bits - 1}`);
    }
    for (let row = 0; row < length; row += height) {
      const rows = Math.min(height, length - row);
      const sum = await key.read(row, rows);
      for (let column = 0; column < columns; column += width) {
        const count = Math.min(width, columns - column);
        const product = await multiply(
          { source: seed, first: row - column - count + columns, count: rows + count - 1 },
          { source: key, first: length + column, count },
        );
        addBits(sum, product, rows);
        product.fill(0);
        progress?.((row * columns + rows * (column + count)) / (length * columns));
      }
      yield { packed: sum, bits: rows };
    }
  };
  return { hash, release: multiply.release };
}

/** Adds the first `count` bits of words of packed bits to a string, over GF(2). */
function addBits(sum: Uint8Array, words: Uint32Array, count: number): void {
  const whole = count >> 5;
  if (sum.byteOffset % 4 === 0) {
    const target = new Uint32Array(sum.buffer, sum.byteOffset, whole);
    for (let i = 0; i < whole; i++) target[i] ^= words[i];
  }
  const bytes = new Uint8Array(words.buffer, words.byteOffset);
  for (let i = sum.byteOffset % 4 === 0 ? 4 * whole : 0; 8 * i < count; i++) sum[i] ^= bytes[i];
  if (count % 8 > 0) sum[count >> 3] &= 0xff00 >> (count % 8);
}

/** Zeros before the first bits of two strings, so that their reading begins with whole bytes. */
const PADDING = 14;
/** Coefficients of a product at once: 2187 pieces of 1458 words. */
const MOST_COEFFICIENTS = 2187 * 1458 * 32 - PADDING;

/**
 * Products of polynomials over GF(2) modulo z^N − 1, for Toeplitz hashing. No number is ever larger than a bit.
 *
 * A polynomial is cut into K = 3^k pieces of L = 32·λ coefficients. Pieces are elements of R = GF(2)[x]/(x^2L + x^L + 1), where
 * x^(3L/K) is a K-th root of unity, so a transform of length K takes shifts and sums of words alone (A. Schönhage, "Schnelle
 * Multiplikation von Polynomen über Körpern der Charakteristik 2", Acta Informatica 7, 395, 1977). The K products in R are
 * products modulo x^3L − 1, and made in the same way with K' pieces of L' coefficients, now with a word for the same coefficient of 32
 * of them, so that L' need not be a multiple of 32. The products of their pieces follow Karatsuba's method.
 */
interface ProductSizes {
  /** K and λ: pieces, and words of a piece. */
  readonly pieces: number;
  readonly words: number;
  /** K' and L' of a product in R. */
  readonly innerPieces: number;
  readonly innerBits: number;
  /** Levels of Karatsuba's method, and coefficients of its leaves. */
  readonly depth: number;
  readonly leaf: number;
}

/** Most coefficients of a leaf: their products are written out. */
const LEAF_MOST = 72;
/** Powers of 3 that are tried for K. */
const POWERS = [2, 3, 4, 5, 6, 7];
/** Words of leaves that a GPU multiplies at once, at most: 40 MB with all levels. */
const MOST_LEAVES = 2 ** 18;
/** Words of a coefficient of 32 polynomials each: with them, and with Karatsuba's three products a level, rows are long enough for any vector. */
const MOST_LANES = 8;
/** λ over K/3. */
const MULTIPLES = [1, 2, 3, 4, 6, 8, 12];

/** Sizes for a product modulo z^N − 1 with the least N of at least `coefficients`. */
function productSizes(coefficients: number): ProductSizes {
  const bits = (power: number, multiple: number) => 32 * 3 ** (2 * power - 1) * multiple;
  const [[power, multiple]] = POWERS.flatMap((power) => MULTIPLES.map((multiple) => [power, multiple] as const))
    .filter((each) => bits(...each) >= coefficients + PADDING)
    .sort((a, b) => bits(...a) - bits(...b));
  const pieces = 3 ** power;
  const words = 3 ** (power - 1) * multiple;
  // 3L = K'·L', where K' divides 3·L'.
  let innerPieces = 3;
  while ((96 * words) % (3 * innerPieces) === 0 && ((3 * 96 * words) / (3 * innerPieces)) % (3 * innerPieces) === 0) {
    innerPieces *= 3;
  }
  const innerBits = (96 * words) / innerPieces;
  let [depth, leaf] = [0, 2 * innerBits];
  while (leaf > LEAF_MOST) [depth, leaf] = [depth + 1, leaf / 2];
  return { pieces, words, innerPieces, innerBits, depth, leaf };
}

type Buffers = Record<string, ProgramBuffer>;

/** Transforms of `count` elements with L = `half`, of 32·`lanes` polynomials at once or of one (`lanes` 1), `together` of them one behind the other. */
interface TransformShape {
  readonly count: number;
  readonly half: number;
  readonly lanes: number;
  readonly together: number;
}

/** The passes of transforms, from `source` by turns to the two `targets`. @returns its result's buffer too. */
function transform(
  source: { readonly buffer: string; readonly stride: number; readonly packed?: boolean },
  targets: readonly [string, string],
  { count, half, lanes, together, inverse }: TransformShape & { inverse: boolean },
): { readonly dispatches: Dispatch[]; readonly result: string } {
  const groups = groupsOf(count);
  if (!inverse) groups.reverse();
  let from = source;
  const dispatches = groups.map((group, i) => {
    const { stride, buffer, packed = false } = from;
    const to = targets[i % 2];
    from = { buffer: to, stride: 2 * half };
    const sizes = { COUNT: together * count, STRIDE: stride * lanes };
    const kind = { BOTH: stride > half, WIDE: stride > 2 * half, INVERSE: inverse, PACKED: packed };
    const flags = Object.fromEntries(Object.entries(kind).map(([name, is]) => [name, Number(is)]));
    return forRows((together * count) / 3, { HALF: half * lanes }, "ring-pass", { ...sizes, ...flags }, [
      groupBuffer(group),
      buffer,
      to,
    ]);
  });
  return { dispatches, result: from.buffer };
}

/** Elements of the groups of a transform's passes, ascending. */
function groupsOf(count: number): number[] {
  return count < 3 ? [] : [...groupsOf(count / 3), count];
}

const groupBuffer = (group: number) => `group_${group}`;

/** A dispatch with workgroups of their own for each row, which has the words that the only member of `width` gives. */
function forRows(
  rows: number,
  width: Readonly<Record<string, number>>,
  kernel: string,
  constants: Dispatch["constants"],
  buffers: string[],
): Dispatch {
  const CHUNKS = Math.ceil(Object.values(width)[0] / WORKGROUP_SIZE);
  const all = { ...constants, ...width, CHUNKS };
  return { kernel: `reconciliation/${kernel}`, constants: all, buffers, workgroups: rows * CHUNKS };
}

/** From a polynomial as packed bits, `source` [frame][K·λ], to the transform of its pieces, [frame][K][2·λ], in one of the `targets`. */
function forwardStage({ pieces, words }: ProductSizes, source: string, targets: readonly [string, string]) {
  const sizes = { count: pieces, half: words, lanes: 1, together: 1, inverse: false };
  return transform({ buffer: source, stride: words, packed: true }, targets, sizes);
}

/**
 * From the products of transforms, `source` [frame][K][2·λ], to coefficients of the product of the polynomials from that of number `first`
 * [frame] on, as packed bits, `result` [frame][K·λ]. @param product [frame][K·λ]
 */
function inverseStage(
  { pieces, words }: ProductSizes,
  source: string,
  targets: readonly [string, string],
  product: string,
): Dispatch[] {
  const sizes = { count: pieces, half: words, lanes: 1, together: 1, inverse: true };
  const { dispatches, result } = transform({ buffer: source, stride: 2 * words }, targets, sizes);
  const total = pieces * words;
  const join = forRows(pieces, { HALF: words }, "ring-join", { COUNT: pieces, GROUP: pieces }, [result, product]);
  return [...dispatches, join, forEach(total, "take-bits", { WORDS: total }, ["first", product, "result"])];
}

/**
 * Products in R of 32·lanes pairs of elements a frame: from `a` and `b` [frame][32·lanes][2·λ] to `product` of the same size, with buffers of
 * its own. @param points of the inner transforms that an iteration multiplies.
 */
function ringStage(
  { words, innerPieces, innerBits, depth, leaf }: ProductSizes,
  { lanes, together, points }: { readonly lanes: number; readonly together: number; readonly points: number },
  { a: ofA, b: ofB, product }: Readonly<Record<"a" | "b" | "product", string>>,
) {
  const all = together * innerPieces;
  const coefficients = together * 96 * words * lanes;
  const inner = all * 2 * innerBits * lanes;
  const leaves = points * 3 ** depth;
  const [ofBits, ofInner, ofParts] = [coefficients, inner, leaves * leaf * lanes].map((size) =>
    frameBuffer("u32", size),
  );
  const buffers: Buffers = {
    a_bits: ofBits,
    b_bits: ofBits,
    bits: ofBits,
    a_even: ofInner,
    a_odd: ofInner,
    b_even: ofInner,
    b_odd: ofInner,
    inner: frameBuffer("u32", 2 * inner),
    a_parts_0: ofParts,
    a_parts_1: ofParts,
    b_parts_0: ofParts,
    b_parts_1: ofParts,
    leaves: frameBuffer("u32", leaves * 2 * leaf * lanes),
    folded: frameBuffer("u32", Math.ceil((leaves / 9) * 8 * leaf * lanes)),
  };
  const sizes = { count: innerPieces, half: innerBits, lanes, together };
  const sliced = { L: words, LANES: lanes, GROUPS: together };
  const slice = (from: string, to: string, SLICE: number) =>
    forEach(together * 2 * words * lanes, "slice-words", { ...sliced, SLICE }, [from, to]);
  const operand = (name: string, from: string) => {
    const source = { buffer: `${name}_bits`, stride: innerBits };
    const passes = transform(source, [`${name}_even`, `${name}_odd`], { ...sizes, inverse: false });
    return { dispatches: [slice(from, `${name}_bits`, 1), ...passes.dispatches], result: passes.result };
  };
  const [a, b] = [operand("a", ofA), operand("b", ofB)];
  const T = leaf / 6;
  // Two levels at once pass memory once. Of an odd number the first is alone.
  const levels = Array.from({ length: Math.ceil(depth / 2) }, (_, i) => {
    const above = Math.max(0, 2 * i - (depth % 2));
    const PARTS = i === 0 && depth % 2 === 1 ? 1 : 2;
    const SIZE = leaf * 2 ** (depth - above - PARTS);
    const shape = { PARTS, TWO: PARTS - 1, SIZE, PRODUCTS: 3 ** PARTS, TOP: Number(i === 0) };
    const constants = { ...shape, LANES: lanes, T, POINTS: all };
    const width = { WIDTH: points * 3 ** above * lanes };
    return (kernel: string, buffers: string[]) => forRows(SIZE / T, width, kernel, constants, buffers);
  });
  const iterate: Dispatch[] = [];
  let operands = [a.result, b.result];
  for (const [i, level] of levels.entries()) {
    const to = ["a", "b"].map((name) => `${name}_parts_${i % 2}`);
    iterate.push(level("leaf-split", [...operands, ...to]));
    operands = to;
  }
  const shape = { T, LEAF: leaf, TWICE: leaf / 3, WIDTH: leaves * lanes };
  iterate.push(forEach(leaves * lanes, "leaf-product", shape, [...operands, "leaves"]));
  let from = "leaves";
  for (const level of levels.toReversed()) {
    const to = level === levels[0] ? "inner" : from === "leaves" ? "folded" : "leaves";
    iterate.push(level("leaf-fold", [from, to]));
    from = to;
  }
  const back = transform({ buffer: "inner", stride: 4 * innerBits }, ["a_even", "a_odd"], { ...sizes, inverse: true });
  const half = { HALF: innerBits * lanes };
  const join = forRows(all, half, "ring-join", { COUNT: all, GROUP: innerPieces }, [back.result, "bits"]);
  const afterIterations = [...back.dispatches, join, slice("bits", product, 0)];
  const start = [...a.dispatches, ...b.dispatches];
  return { buffers, start, iterate, repeats: all / points, afterIterations };
}

/**
 * A product as a program: the polynomials `s` and `x` [K·λ] go to the device, and their product `result` [K·λ] comes back.
 * @param mostLeaves words of leaves that are multiplied at once, at most, unless a point has more.
 */
function productProgram(sizes: ProductSizes, mostLeaves: number): Program {
  const { pieces, words, innerPieces, depth } = sizes;
  const lanes = Math.min(MOST_LANES, Math.ceil(pieces / 32));
  const together = Math.ceil(pieces / (32 * lanes));
  // Few leaves leave a GPU idle; the caches of a CPU hold those of a point.
  let points = together * innerPieces;
  while (points > 1 && points * 3 ** depth * lanes > mostLeaves) points /= 3;
  // Elements beyond K are zeros, which no kernel of a forward transform writes.
  const elements = frameBuffer("u32", together * 32 * lanes * 2 * words);
  const [s, x] = ["s", "x"].map((name) => forwardStage(sizes, name, [`${name}_even`, `${name}_odd`]));
  const ring = ringStage(sizes, { lanes, together, points }, { a: s.result, b: x.result, product: "product" });
  const polynomial = frameBuffer("u32", pieces * words);
  const groups = groupsOf(Math.max(pieces, innerPieces));
  const buffers: Buffers = {
    ...Object.fromEntries(groups.map((group) => [groupBuffer(group), constantBuffer(Uint32Array.of(group))])),
    s: polynomial,
    x: polynomial,
    result: polynomial,
    product: elements,
    first: frameBuffer("u32", 1),
    s_even: elements,
    s_odd: elements,
    x_even: elements,
    x_odd: elements,
    ...ring.buffers,
  };
  const start = [...s.dispatches, ...x.dispatches, ...ring.start];
  const inverse = inverseStage(sizes, "product", ["s_even", "s_odd"], "s");
  const afterIterations = [...ring.afterIterations, ...inverse];
  return { ...ring, buffers, start, afterIterations, secret: true, plan: [] };
}

/** Bits of a string from a whole byte on: as many as asked for, behind fewer than eight zeros, in the words of a polynomial. */
async function wordsOf({ source, first, count }: BitRange, words: number) {
  const before = first % 8;
  const packed = await source.read(first - before, before + count);
  packed[0] &= 0xff >> before;
  const polynomial = new Uint32Array(words);
  new Uint8Array(polynomial.buffer).set(packed);
  packed.fill(0);
  return { polynomial, before };
}

/** A string of bits from `first` on. */
type BitRange = { readonly source: BitSource; readonly first: number; readonly count: number };

/**
 * Prepares products of polynomials modulo z^N − 1 with N of at least `coefficients` of a product and `PADDING`.
 * @returns a function from bits s and x to packed bits y_i = Σ_j s_(i − j + n_x − 1)·x_j, of which the first ones are asked for.
 */
async function productModulo(engine: Engine, coefficients: number) {
  const sizes = productSizes(coefficients);
  const total = sizes.pieces * sizes.words;
  const on = await engine.prepare(productProgram(sizes, engine.limits.simd ? 1 : MOST_LEAVES), 1);
  const multiply = async (left: BitRange, right: BitRange) => {
    const [s, x] = [await wordsOf(left, total), await wordsOf(right, total)];
    // Of bit t of a string as coefficient t, y_i is coefficient i + n_x − 1 of the product.
    const first = Uint32Array.of(s.before + x.before + right.count - 1);
    const inputs = { s: s.polynomial, x: x.polynomial, first };
    const { outputs } = await on.run(ONE_FRAME, [{ buffer: "result", elements: total }], inputs);
    for (const input of Object.values(inputs)) input.fill(0);
    return outputs[0] as Uint32Array;
  };
  return Object.assign(multiply, { release: () => on.release() });
}

const ONE_FRAME = { firstFrame: 0, frames: 1, chunkFrames: 1, key: [0, 0], llrScale: 1, amplitude: 1 } as const;
