/** A line of a summary. */
export type Row = readonly [label: string, text: string];

const LABEL_WIDTH = 12;

/** Lines with their labels in a column. */
export function rowsText(rows: readonly Row[]): string {
  return rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text).join("\n");
}
