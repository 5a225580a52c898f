import { InputError } from "../../errors.ts";
import type { ChannelKind } from "../channel-kind.ts";
import { ALIAS_CELLS, aliasTable, type DiscreteChannel } from "../discrete-channel.ts";
import type { ChannelMoments } from "../normal-approximation.ts";
import {
  type ChannelTable,
  type ChannelTables,
  exactRows,
  requireInputs,
  tableAtValue,
  tablesText,
  valuesText,
} from "./channel-tables.ts";

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

/**
 * Mean and variance of the information density of one use of a table with equally likely inputs, in bits and bits²: the capacity of linear
 * codes, which use all inputs equally, and the dispersion.
 */
export function tableMoments(table: ChannelTable): ChannelMoments {
  const rows = exactRows(table);
  const inputs = rows.length;
  const received = rows[0].map((_, output) => rows.reduce((sum, row) => sum + row[output] / inputs, 0));
  let [first, second] = [0, 0];
  for (const row of rows) {
    row.forEach((p, output) => {
      if (p === 0) return;
      const density = Math.log2(p / received[output]);
      first += (p / inputs) * density;
      second += (p / inputs) * density ** 2;
    });
  }
  return { capacity: first, dispersion: Math.max(0, second - first ** 2) };
}

/** The kind of channels of tables by the value that selects a table. `tableKind` adds the tables. */
export const tableValue = {
  name: "table",
  parameter: "at",
  column: "table",
  use: { alphabet: "table", inputs: 2, outputs: 2 },
  zeroWord: "over a channel of tables has the errors of one input alone",
  title: "channel of a table",
  label: "table",
  markup: "value of the table",
  axis: "value of the channel's table",
  help: "tables of --channel FILE by their values",
  seldom: true,
  example: "1000:1000:3000",
  better: "smaller",
  needsTables: true,
  fault: (value: number) => (Number.isFinite(value) ? undefined : "give a finite number"),
  at: () => refuse(),
  moments: () => refuse(),
  span: () => refuse(),
} as const satisfies ChannelKind;

function refuse(): never {
  throw new InputError("the parameter at chooses one of several tables, and there are none: give --channel FILE");
}

/** The kind of a file's tables. */
export function tableKind(kind: ChannelKind, tables: ChannelTables): ChannelKind {
  const { name, inputs, outputs } = tables;
  const known = tables.tables;
  return {
    ...kind,
    column: `${kind.column} ${tablesText(tables)}`,
    title: `${name}, a table of ${inputs} inputs and ${outputs} outputs`,
    use: { alphabet: "table", inputs, outputs },
    bitsOfUse: Math.log2(inputs),
    better: betterOf(tables) ?? kind.better,
    values: known?.map(({ at }) => at),
    needsTables: known === undefined,
    fault(value) {
      if (known === undefined || known.some(({ at }) => at === value)) return kind.fault(value);
      return valuesText(known);
    },
    at(value, { q }) {
      requireInputs(tables, q);
      return tableChannel(tableAtValue(tables, value), Math.log2(q));
    },
    moments: (value) => tableMoments(tableAtValue(tables, value)),
  };
}

/** The direction in which the capacity grows, from the least value to the largest. */
function betterOf({ tables = [] }: ChannelTables): ChannelKind["better"] | undefined {
  if (tables.length < 2) return undefined;
  const [first, last] = [tables[0], tables[tables.length - 1]].map((table) => tableMoments(table).capacity);
  return last > first ? "larger" : "smaller";
}
