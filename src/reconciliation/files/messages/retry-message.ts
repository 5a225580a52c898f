import { copyBits } from "../../../code/bit-string.ts";
import type { Code } from "../../../code/code.ts";
import { tannerGraph } from "../../../code/tanner-graph.ts";
import { InputError } from "../../../errors.ts";
import type { DisclosedPositions } from "../../core/further-disclosure.ts";
import { GROUP_BITS } from "../../core/further-disclosure.ts";
import type { Positions } from "../../core/positions.ts";

/**
 * A retry's message about a block: its index in the first run, and its revealed bits, packed by the layout of
 * `retryBytesOf`.
 */
export interface RetryMessage {
  readonly index: number;
  readonly disclosed: Uint8Array;
}

/**
 * The revealed bits of a block.
 * @param bits of the key, packed, as in the first run.
 * @param privateBits of the block, packed; unused if no punctured position is revealed.
 */
export function disclosedBits(
  bits: Uint8Array,
  privateBits: Uint8Array,
  { punctured, groups }: DisclosedPositions,
): Uint8Array {
  const privateBytes = Math.ceil(punctured.length / 8);
  const disclosed = new Uint8Array(privateBytes + groups.length);
  punctured.forEach((index, i) => {
    copyBits(privateBits, index, disclosed, i, 1);
  });
  groups.forEach((group, i) => {
    disclosed[privateBytes + i] = bits[group];
  });
  return disclosed;
}

/** The start of a payload of a retry: index and revealed bits. */
export function writeRetryMessage({ index, disclosed }: RetryMessage): Uint8Array {
  const bytes = new Uint8Array(8 + disclosed.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(index), true);
  bytes.set(disclosed, 8);
  return bytes;
}

/**
 * Reads the output of `writeRetryMessage`.
 * @param blocks number of blocks of the first run.
 * @throws InputError for a block beyond the first run's.
 */
export function readRetryMessage(bytes: Uint8Array, blocks: number, file: string): RetryMessage {
  const index = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  if (index >= BigInt(blocks)) {
    throw new InputError(`retries block ${index}, but the first run has blocks 0 to ${blocks - 1}`, { file });
  }
  return { index: Number(index), disclosed: bytes.slice(8) };
}

/**
 * Subtracts the contribution of revealed bits from syndromes, so that these positions count as zeros.
 * @param root positions of the first run.
 */
export class DisclosedSyndromes {
  readonly #columns: readonly (readonly number[])[];
  readonly #bits: readonly number[];

  constructor(code: Code, root: Positions, { punctured, groups }: DisclosedPositions) {
    const { variableStart, variableEdge, edgeCheck } = tannerGraph(code.matrix);
    const checksOf = (variable: number) =>
      Array.from(
        variableEdge.subarray(variableStart[variable], variableStart[variable + 1]),
        (edge) => edgeCheck[edge],
      );
    const columns: number[][] = [];
    const bits: number[] = [];
    punctured.forEach((index, i) => {
      columns.push(checksOf(root.punctured[index]));
      bits.push(i);
    });
    groups.forEach((group, i) => {
      for (let bit = 0; bit < GROUP_BITS; bit++) {
        columns.push(checksOf(root.key[GROUP_BITS * group + bit]));
        bits.push(8 * (Math.ceil(punctured.length / 8) + i) + bit);
      }
    });
    this.#columns = columns;
    this.#bits = bits;
  }

  /** @param syndrome packed, changed in place. @param disclosed output of `disclosedBits`. */
  takeOut(syndrome: Uint8Array, disclosed: Uint8Array): void {
    for (const [i, bit] of this.#bits.entries()) {
      if (((disclosed[bit >> 3] >> (7 - (bit & 7))) & 1) === 0) continue;
      for (const check of this.#columns[i]) syndrome[check >> 3] ^= 0x80 >> (check & 7);
    }
  }
}
