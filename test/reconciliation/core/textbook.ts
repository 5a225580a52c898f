import { sha256 } from "@noble/hashes/sha2.js";
import type { Code } from "../../../src/code/code.ts";
import { regularGraphSteps } from "../../../src/code/construct/peg.ts";
import { packBits, unpackBits } from "../../../src/code/packed-bits.ts";
import { finish } from "../../../src/code/steps.ts";
import type { AliceMessage, Blocks } from "../../../src/reconciliation/core/ends.ts";
import type { BlockLayout, ReconciliationParameters } from "../../../src/reconciliation/core/layout.ts";
import { binaryMatrix } from "../../code/binary-matrix.ts";
import { codeOf } from "../../code-of.ts";

/** A regular binary code from progressive edge growth. */
export function pegCode(variables: number, variableDegree: number, checkDegree: number): Code {
  const rows = finish(regularGraphSteps({ variables, variableDegree, checkDegree, seed: 1, attempts: 1 }));
  return codeOf(binaryMatrix(variables, rows));
}

export function reconciliation(code: Code, given: Partial<ReconciliationParameters> = {}): ReconciliationParameters {
  const salt = Uint8Array.from({ length: 16 }, (_, i) => 17 * i + 3);
  return { code, punctured: 0, shortened: 0, seed: 1, hashBits: 64, salt, ...given };
}

/** One end's sifted bits, given as an array for each block, as blocks of a stream. */
export function asBlocks(bits: readonly (readonly number[])[], first: number, { keyBits }: BlockLayout): Blocks {
  const padded = bits.flatMap((block) => [...block, ...new Array(keyBits - block.length).fill(0)]);
  const lastBits = bits[bits.length - 1].length;
  return { first, count: bits.length, bits: packBits(padded, keyBits), ...(lastBits < keyBits ? { lastBits } : {}) };
}

export function blocksOf(packed: Uint8Array, { keyBits }: BlockLayout): number[][] {
  const bits = unpackBits(packed, keyBits);
  return Array.from({ length: bits.length / keyBits }, (_, b) => [...bits.subarray(b * keyBits, (b + 1) * keyBits)]);
}

/** Blocks of random bits and their copies. Each bit of a copy is flipped with a probability that may depend on the block. */
export function twoEnds(
  random: () => number,
  lengths: readonly number[],
  qber: (block: number) => number,
): { alice: number[][]; bob: number[][] } {
  const alice = lengths.map((length) => Array.from({ length }, () => Math.floor(2 * random())));
  const bob = alice.map((block, b) => block.map((bit) => (random() < qber(b) ? 1 - bit : bit)));
  return { alice, bob };
}

export const differences = (a: readonly number[], b: readonly number[]) => a.filter((bit, i) => bit !== b[i]).length;

/** Alice's message for her blocks by definition: H·word over GF(2), and SHA-256. */
export function textbookMessage(
  { code, hashBits, salt }: ReconciliationParameters,
  layout: BlockLayout,
  blocks: readonly (readonly number[])[],
  first: number,
  hidden: readonly (readonly number[])[],
): AliceMessage {
  const { matrix } = code;
  const syndromes: number[] = [];
  const hashes: number[] = [];
  blocks.forEach((bits, b) => {
    const word = new Array(matrix.columns).fill(0);
    bits.forEach((bit, i) => {
      word[layout.keyPositions[i]] = bit;
    });
    layout.puncturedPositions.forEach((position, i) => {
      word[position] = hidden[b][i];
    });
    for (let m = 0; m < matrix.rows; m++) {
      let parity = 0;
      for (let e = matrix.checkStart[m]; e < matrix.checkStart[m + 1]; e++) parity ^= word[matrix.variable[e]];
      syndromes.push(parity);
    }
    const numbers = new DataView(new ArrayBuffer(12));
    numbers.setBigUint64(0, BigInt(first + b), true);
    numbers.setUint32(8, bits.length, true);
    const message = [...salt, ...new Uint8Array(numbers.buffer), ...packBits(bits, bits.length)];
    hashes.push(...sha256(Uint8Array.from(message)).slice(0, hashBits / 8));
  });
  return { syndromes: packBits(syndromes, matrix.rows), hashes: Uint8Array.from(hashes) };
}
