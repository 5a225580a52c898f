import { ALIAS_CELLS } from "../../../src/channel/alias-table.ts";
import type { I32, V128 } from "../../../src/wasm/code.ts";
import { FunctionBuilder, type Local } from "../../../src/wasm/function.ts";
import { add, i32, i32op, loadWord, storeWord } from "../../../src/wasm/i32.ts";
import { binary, extractWord, load, loadLane, select, shift, splat, words } from "../../../src/wasm/simd.ts";

const CELL_BITS = Math.log2(ALIAS_CELLS);
const CELL = ALIAS_CELLS - 1;
/** Number of frames in a vector of random words. */
const FRAMES = 4;

/** Bits of a number in a table of values: −32 … 31. */
const VALUE_BITS = 6;
const VALUE = 2 ** VALUE_BITS - 1;
/** Largest magnitude in a table of values. */
export const LARGEST_VALUE = 2 ** (VALUE_BITS - 1) - 1;

/** Outcomes of four random words by the rule of WGSL's `alias_sample`. @param table address of the alias table. */
export function aliasOutcome(f: FunctionBuilder, table: I32, random: V128): V128 {
  const cell = f.vector(binary("v128.and", random, words(CELL)));
  const entry = entriesOf(f, table, cell);
  return select(cell, binary("v128.and", entry, words(CELL)), f.vector(stays(random, entry)));
}

/** Numbers from a table of values for four random words, each as nonnegative number in the lowest bits of a word. */
export function aliasValue(f: FunctionBuilder, table: I32, random: V128): V128 {
  const entry = entriesOf(f, table, binary("v128.and", random, words(CELL)));
  const change = binary("v128.and", shift("i32x4.shr_u", entry, i32(VALUE_BITS)), stays(random, entry));
  return f.vector(binary("v128.and", binary("v128.xor", entry, change), words(VALUE)));
}

/** Converts 16 bytes of `aliasValue` to signed numbers. */
export function signedValues(values: V128): V128 {
  const sign = words(0x01010101 * (LARGEST_VALUE + 1));
  return binary("i8x16.sub", binary("v128.xor", values, sign), sign);
}

/**
 * Converts an alias table to a table of values, so that a sample needs one access to memory. Entry i has three parts: as before, the number
 * of its words that stay at i; below it, the bits in which the number of cell i differs from its alias's number; in the lowest bits, the
 * alias's number. Parameters: addresses of the alias table, of the numbers of all cells, and of the table of values.
 */
export function valueTableFunction(): FunctionBuilder {
  const f = new FunctionBuilder("values", 3);
  const [aliases, numbers, table] = [0, 1, 2].map((i) => f.parameter(i));
  const cell = f.integer(i32(0));
  const entry = f.local("i32");
  const other = f.local("i32");
  const four = (index: I32) => i32op("shl", index, i32(2));
  f.count(cell, i32(ALIAS_CELLS), 1, () => {
    f.set(entry, loadWord(add(aliases, four(cell))));
    f.set(other, i32op("and", loadWord(add(numbers, four(i32op("and", entry, i32(CELL))))), i32(VALUE)));
    const own = i32op("and", loadWord(add(numbers, four(cell))), i32(VALUE));
    const change = i32op("shl", i32op("xor", own, other), i32(VALUE_BITS));
    const share = i32op("and", entry, i32(~CELL));
    f.do(storeWord(add(table, four(cell)), i32op("or", share, i32op("or", change, other))));
  });
  return f;
}

/** The entries of four cells. */
function entriesOf(f: FunctionBuilder, table: I32, cell: V128): Local<"v128"> {
  const address = f.vector(binary("i32x4.add", shift("i32x4.shl", cell, i32(2)), splat("i32x4.splat", table)));
  const entry = f.vector(load(extractWord(address, 0), 0, 4));
  for (let lane = 1; lane < FRAMES; lane++) f.set(entry, loadLane(extractWord(address, lane), entry, lane));
  return entry;
}

/** Ones where a random word stays in its cell. */
function stays(random: V128, entry: V128): V128 {
  const shares = [random, entry].map((each) => shift("i32x4.shr_u", each, i32(CELL_BITS)));
  return binary("i32x4.lt_s", shares[0], shares[1]);
}
