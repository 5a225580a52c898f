import type { ChannelMoments } from "../normal-approximation.ts";
import { type ChannelTable, exactRows } from "./channel-tables.ts";

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
