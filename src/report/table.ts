/** How a column's cells stand in it. */
export type Alignment = "left" | "right";

export interface TableOptions {
  /**
   * One alignment per column. Without it a column whose cells are all numbers, intervals or empty goes right, any other
   * left; headers follow their column.
   */
  readonly align?: readonly Alignment[];
}

/**
 * A plain-text table: a line of headers, a rule, one line per row; two spaces between columns, no spaces at line ends,
 * no newline at the end. Missing cells are empty; more cells than headers are a mistake of the caller.
 * @throws RangeError if a row has more cells than there are headers.
 */
export function formatTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string {
  const tooLong = rows.findIndex((row) => row.length > headers.length);
  if (tooLong >= 0) throw new RangeError(`row ${tooLong} has more cells than the table's ${headers.length} columns`);
  const columns = headers.map((header, column) => {
    const cells = rows.map((row) => row[column] ?? "");
    return {
      width: Math.max(displayWidth(header), ...cells.map(displayWidth)),
      align: options.align?.[column] ?? (cells.every(isNumeric) ? "right" : "left"),
    };
  });
  const line = (cells: readonly string[]) =>
    columns
      .map(({ width, align }, column) => pad(cells[column] ?? "", width, align))
      .join("  ")
      .trimEnd();
  const rule = columns.map(({ width }) => "─".repeat(width)).join("  ");
  return [line(headers), rule, ...rows.map(line)].join("\n");
}

/**
 * Columns that a terminal needs for a text: combining marks and colour codes take none, wide East Asian characters and
 * emoji two.
 */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text.replace(COLOUR_CODES, ""))) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colour codes start with the escape character.
const COLOUR_CODES = /\u001b\[[0-9;]*m/g;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const NUMERIC = /^[[(<≤~±×+−-]?\s*[\d.]/;

function isNumeric(cell: string): boolean {
  const text = cell.trim();
  return text === "" || text === "–" || NUMERIC.test(text);
}

function pad(text: string, width: number, align: Alignment): string {
  const spaces = " ".repeat(width - displayWidth(text));
  return align === "left" ? text + spaces : spaces + text;
}
