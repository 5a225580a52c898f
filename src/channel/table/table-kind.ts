import { InputError } from "../../errors.ts";
import type { ChannelKind } from "../channel-kind.ts";
import { type ChannelTables, requireInputs, tableAtValue, tablesText, valuesText } from "./channel-tables.ts";
import { tableChannel } from "./table-channel.ts";
import { tableMoments } from "./table-moments.ts";

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
