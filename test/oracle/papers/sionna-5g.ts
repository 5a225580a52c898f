import { type BaseMatrix, baseEntries } from "../../../src/code/base-matrix.ts";

/** MAX_LLR_ACCUMULATOR_VALUE and MAX_LLR_MSG_VALUE of the tutorial. */
const MAXIMUM = 127;
const INT_MAX = 2 ** 31 - 1;

/** One word of the tutorial's tables bg_cn and bg_vn: an index of the other side in the base graph, and the shift. */
type TableEntry = readonly [index: number, shift: number];

export interface Sionna5gResult {
  /** llr_total after the last iteration: column·Z + i. */
  readonly total: number[];
  /** Output of pack_bits_kernel: a byte has eight bits, the first in its highest bit. */
  readonly packed: Uint8Array;
  /** Whether all checks hold for the hard decisions. */
  readonly satisfied: boolean;
  /** Result of the tutorial's ldpc_decode: iterations − 1, or iterations + 1 if a check fails. */
  readonly returned: number;
}

export interface Sionna5gOptions {
  /** Number of packed bits, from the first. Default: all. */
  readonly blockLength?: number;
  /** UNROLL_NODES: number of threads that add a variable's messages. Default 4, as in the text. */
  readonly unrollNodes?: number;
  /** MAX_LLR_MSG_VALUE. Default 127. */
  readonly messageClip?: number;
  /** MAX_LLR_ACCUMULATOR_VALUE. Default 127. */
  readonly accumulatorClip?: number;
}

/**
 * The 5G decoder of the Sionna Research Kit's tutorial (part 2, update_cn_kernel, update_vn_kernel and pack_bits_kernel), written from its
 * text in whole numbers. The schedule is flooding and all iterations run.
 * @param llr int8 numbers by block column; 0 for punctured bits.
 */
export function decodeSionna5g(
  base: BaseMatrix,
  llr: readonly number[],
  iterations: number,
  { blockLength = llr.length, unrollNodes = 4, messageClip = MAXIMUM, accumulatorClip = MAXIMUM }: Sionna5gOptions = {},
): Sionna5gResult {
  const { rows, columns, liftingSize: z } = base;
  if (llr.length !== columns * z) throw new Error(`${llr.length} LLRs for ${columns * z} bits`);
  const wrong = llr.find((value) => !Number.isInteger(value) || value < -128 || value > 127);
  if (wrong !== undefined) throw new Error(`${wrong} is not an int8 number`);
  if (iterations < 1) throw new Error(`${iterations} iterations: at least 1`);
  const [cn, vn] = tables(base);
  const messages = new Int8Array(rows * columns * z);
  let total = [...llr];
  for (let iteration = 0; iteration < iterations; iteration++) {
    updateChecks(cn, total, messages, z, iteration === 0, messageClip);
    total = updateVariables(vn, llr, messages, z, rows, unrollNodes, accumulatorClip);
  }
  const satisfied = cn.every((row) => {
    for (let i = 0; i < z; i++) {
      const ones = row.filter(([column, s]) => total[column * z + ((i + s) % z)] < 0).length;
      if (ones % 2 === 1) return false;
    }
    return true;
  });
  const packed = packBits(total, blockLength);
  return { total, packed, satisfied, returned: satisfied ? iterations - 1 : iterations + 1 };
}

/** update_cn_kernel. The message of a row and column is at (row + column·rows)·Z + i. */
function updateChecks(
  cn: readonly TableEntry[][],
  total: readonly number[],
  messages: Int8Array,
  z: number,
  first: boolean,
  bound: number,
): void {
  cn.forEach((checkNodes, row) => {
    for (let i = 0; i < z; i++) {
      let min1 = INT_MAX;
      let min2 = INT_MAX;
      let place = -1;
      let nodeSign = 1;
      const signs: number[] = [];
      for (const [column, s] of checkNodes) {
        const at = (row + column * cn.length) * z + i;
        let t = total[column * z + ((i + s) % z)];
        if (!first) t -= messages[at];
        const sign = t >= 0 ? 1 : -1;
        nodeSign *= sign;
        signs.push(sign);
        if (Math.abs(t) < min1) {
          min2 = min1;
          min1 = Math.abs(t);
          place = at;
        } else if (Math.abs(t) < min2) min2 = Math.abs(t);
      }
      min1 = clip(damped(min1), bound);
      min2 = clip(damped(min2), bound);
      checkNodes.forEach(([column], ii) => {
        const at = (row + column * cn.length) * z + i;
        messages[at] = (at === place ? min2 : min1) * nodeSign * signs[ii];
      });
    }
  });
}

/**
 * update_vn_kernel. Thread y of a variable adds messages y, y + unrollNodes …, thread 0 also the channel's LLR. Each thread clips its sum.
 */
function updateVariables(
  vn: readonly TableEntry[][],
  llr: readonly number[],
  messages: Int8Array,
  z: number,
  rows: number,
  unrollNodes: number,
  bound: number,
): number[] {
  const total: number[] = [];
  vn.forEach((variableNodes, column) => {
    for (let i = 0; i < z; i++) {
      let sum = 0;
      for (let thread = 0; thread < unrollNodes; thread++) {
        let threadSum = 0;
        for (let j = thread; j < variableNodes.length; j += unrollNodes) {
          const [row, s] = variableNodes[j];
          threadSum += messages[(row + column * rows) * z + ((i - s + (z << 8)) % z)];
        }
        if (thread === 0) threadSum += llr[column * z + i];
        sum += clip(threadSum, bound);
      }
      total[column * z + i] = clip(sum, bound);
    }
  });
  return total;
}

/** APPLY_DAMPING_INT: x*3/4 in C's 32-bit integers, which truncates the quotient towards zero. */
function damped(x: number): number {
  return Math.trunc(Math.imul(x, 3) / 4);
}

function clip(x: number, bound: number): number {
  return Math.min(Math.max(x, -bound), bound);
}

/** pack_bits_kernel. */
function packBits(total: readonly number[], blockLength: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(blockLength / 8));
  for (let bit = 0; bit < blockLength; bit++) bytes[bit >> 3] += (total[bit] < 0 ? 1 : 0) << (7 - (bit & 7));
  return bytes;
}

/** bg_cn and bg_vn. The tutorial keeps one message for a block, so a block may have only one circulant. */
function tables(base: BaseMatrix): [cn: TableEntry[][], vn: TableEntry[][]] {
  if (base.absent.length > 0) throw new Error("a base graph of 5G lacks no ones");
  const cn: TableEntry[][] = Array.from({ length: base.rows }, () => []);
  const vn: TableEntry[][] = Array.from({ length: base.columns }, () => []);
  for (const [row, column, shift] of baseEntries(base)) {
    if (cn[row].some(([other]) => other === column)) throw new Error(`two circulants in block ${row}, ${column}`);
    cn[row].push([column, shift]);
    vn[column].push([row, shift]);
  }
  return [cn, vn];
}
