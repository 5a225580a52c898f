import { ALIAS_CELLS, aliasTable } from "../alias-table.ts";
import type { DiscreteChannel } from "../discrete-channel.ts";
import { type ChannelTable, exactRows } from "./channel-tables.ts";

/** Largest LLR, which an output has that one input excludes. */
const MOST_LLR = 1024;
/** Most fractional bits of the integers that represent LLRs. */
const FINEST_BITS = 20;
/** Bound of the sums of a symbol's LLRs, which are integers that f32 represents exactly. */
const MOST_SUM = 2 ** 24;

/**
 * The channel of a table, for kernels: an alias table for each input, and the receiver's metrics of each output in multiples of
 * `llrScale`. Probabilities are rounded to multiples of 2^−32, so that their sums from the first output on are off by 2^-33 at most.
 * @param p bits of a code symbol.
 */
export function tableChannel(table: ChannelTable, p: number): DiscreteChannel {
  const rows = exactRows(table);
  const noise = new Uint32Array(rows.length * ALIAS_CELLS);
  rows.forEach((row, input) => {
    noise.set(aliasTable(wordsOf(row)), input * ALIAS_CELLS);
  });
  const isBit = rows.length === 2;
  const values = isBit ? bitLlrs(rows, table.llr) : symbolCosts(rows);
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const scaled = Math.floor(Math.log2(MOST_SUM / (most * (isBit ? p : 1))));
  const scale = 2 ** Math.min(FINEST_BITS, scaled);
  const metrics = Int32Array.from(values, (value) => Math.round(value * scale));
  return { alphabet: "table", amplitude: 0, llrScale: 1 / scale, noise, tables: { metrics } };
}

/** The number of the 2^32 random words for each output: differences of rounded sums, with sum 2^32. */
function wordsOf(row: readonly number[]): Float64Array {
  const words = new Float64Array(ALIAS_CELLS);
  let [sum, before] = [0, 0];
  row.forEach((p, output) => {
    sum += p;
    const until = Math.round(Math.min(sum, 1) * 2 ** 32);
    words[output] = until - before;
    before = until;
  });
  return words;
}

/** [output] ln P(output | 0)/P(output | 1), or the file's LLRs. */
function bitLlrs([zero, one]: readonly (readonly number[])[], given: readonly number[] | undefined): number[] {
  const llrs = given ?? zero.map((p, output) => Math.log(p) - Math.log(one[output]));
  return llrs.map((llr) => Math.max(-MOST_LLR, Math.min(MOST_LLR, llr)));
}

/** [output][input] max ln P(output | b) − ln P(output | a). */
function symbolCosts(rows: readonly (readonly number[])[]): number[] {
  return rows[0].flatMap((_, output) => {
    const logs = rows.map((row) => Math.log(row[output]));
    const likeliest = Math.max(...logs);
    return logs.map((log) => Math.min(MOST_LLR, likeliest - log));
  });
}
