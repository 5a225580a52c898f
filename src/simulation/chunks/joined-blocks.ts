import type { RecordSource } from "../record-source.ts";
import { type ChunkBlock, joined } from "./chunk-block.ts";
import { rangeEnd } from "./chunk-range.ts";

/** A block and the place of its record. */
export interface ReadBlock extends ChunkBlock {
  readonly source: RecordSource;
}

/**
 * Joins the blocks of one task into fewer and longer blocks, if there are many of them. It cuts the chunks into dyadic
 * ranges of equal length; consecutive blocks that fill such a range without gap or overlap become one block. (A task
 * that joined neighbours at every addition would copy each wrong chunk many times.)
 * @param blocks in the order of their first chunks, read together.
 * @param most joins nothing up to this number of blocks. Above it, the ranges are so long that at most half of it cover
 * all chunks.
 */
export function joinedWhereWhole(blocks: readonly ReadBlock[], most: number): readonly ReadBlock[] {
  if (blocks.length <= most) return blocks;
  const chunks = rangeEnd(blocks[blocks.length - 1]) - blocks[0].first;
  const length = 2 ** Math.max(0, Math.ceil(Math.log2((2 * chunks) / most)));
  const kept: ReadBlock[] = [];
  for (let begin = 0; begin < blocks.length; ) {
    const first = Math.floor(blocks[begin].first / length) * length;
    let end = begin + 1;
    while (end < blocks.length && blocks[end].first < first + length) end++;
    const row = blocks.slice(begin, end);
    const whole = isWhole(row, first, length) ? joined(row) : undefined;
    if (whole !== undefined) kept.push({ ...whole, source: row[row.length - 1].source });
    else for (const block of row) kept.push(block);
    begin = end;
  }
  return kept;
}

/** Whether blocks cover a range exactly, each chunk once. */
function isWhole(row: readonly ReadBlock[], first: number, length: number): boolean {
  let next = first;
  for (const block of row) {
    if (block.first !== next) return false;
    next = rangeEnd(block);
  }
  return next === first + length;
}

/** Blocks that are apart from each other, in order, with the halves of dyadic ranges joined once. */
export function joinedOnce(blocks: readonly ReadBlock[]): ReadBlock[] {
  const kept: ReadBlock[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const [left, right] = [blocks[i], blocks[i + 1]];
    const siblings =
      left.first % (2 * left.count) === 0 && right?.first === rangeEnd(left) && right.count === left.count;
    const both = siblings ? joined([left, right]) : undefined;
    kept.push(both === undefined ? left : { ...both, source: right.source });
    if (both !== undefined) i++;
  }
  return kept;
}
