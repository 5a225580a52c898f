import { largest } from "../extremes.ts";

/** Alignment of a column's cells. */
type Alignment = "left" | "right";

export interface TableOptions {
  /**
   * One alignment per column. Without it a column whose cells are all numbers, intervals or empty goes right, any other
   * left; headers follow their column.
   */
  readonly align?: readonly Alignment[];
  /**
   * Columns of the screen: the last column's cells are broken between words so that lines fit, if 24 columns remain for
   * it.
   */
  readonly width?: number;
  /** Headers of columns that a screen of `width` columns leaves out until the table fits, the first one first. */
  readonly drop?: readonly string[];
  /** Width of the last column at which a table counts as fitting. Default: that of its widest cell. */
  readonly lastWidth?: number;
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
  const { width = Number.POSITIVE_INFINITY, lastWidth, drop: [dropped, ...drop] = [] } = options;
  if (dropped !== undefined && tableWidth(headers, rows, lastWidth) > width) {
    const others = <Item>(items: readonly Item[]) => items.filter((_, column) => headers[column] !== dropped);
    return formatTable(others(headers), rows.map(others), {
      width,
      lastWidth,
      drop,
      align: options.align && others(options.align),
    });
  }
  const lines = options.width === undefined ? rows : wrapLast(headers, rows, options.width);
  const columns = headers.map((header, column) => {
    const cells = lines.map((row) => row[column] ?? "");
    return {
      width: Math.max(displayWidth(header), largest(cells.map(displayWidth))),
      align: options.align?.[column] ?? (cells.every(isNumeric) ? "right" : "left"),
    };
  });
  const line = (cells: readonly string[]) =>
    columns
      .map(({ width, align }, column) => pad(cells[column] ?? "", width, align))
      .join(" ".repeat(GAP))
      .trimEnd();
  const rule = columns.map(({ width }) => "─".repeat(width)).join(" ".repeat(GAP));
  return [line(headers), rule, ...lines.map(line)].join("\n");
}

/** Columns of the screen that the table takes. @param lastWidth as in `TableOptions`. */
export function tableWidth(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  lastWidth = Number.POSITIVE_INFINITY,
): number {
  const widths = headers.map((header, column) => {
    const width = Math.max(displayWidth(header), largest(rows.map((row) => displayWidth(row[column] ?? ""))));
    return column === headers.length - 1 ? Math.min(width, lastWidth) : width;
  });
  return widths.reduce((sum, width) => sum + width, GAP * (headers.length - 1));
}

/** A text in lines of at most `width` columns, broken at spaces; a longer word has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const joined = `${lines[lines.length - 1]} ${word}`;
    if (lines.length > 0 && displayWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** A line of prose for a screen of `width` columns; the lines after the first begin below the text that follows its label. */
export function wrapLine(line: string, width: number): string {
  const label = /^\S+(?: \S+)* {2,}/.exec(line)?.[0] ?? "";
  const lines = wrapText(line.slice(label.length), Math.max(24, width - label.length));
  return lines.map((text, i) => (i === 0 ? label : " ".repeat(label.length)) + text).join("\n");
}

/** The rows with their last cells broken to the remaining width: the additional rows have empty other cells. */
function wrapLast(headers: readonly string[], rows: readonly (readonly string[])[], width: number): string[][] {
  const last = headers.length - 1;
  const others = headers.slice(0, last).map((header, column) => {
    return Math.max(displayWidth(header), largest(rows.map((row) => displayWidth(row[column] ?? "")))) + GAP;
  });
  const room = Math.max(
    24,
    others.reduce((left, other) => left - other, width),
  );
  return rows.flatMap((row) =>
    wrapText(row[last] ?? "", room).map((text, i) => [
      ...headers.slice(0, last).map((_, column) => (i === 0 ? (row[column] ?? "") : "")),
      text,
    ]),
  );
}

/**
 * Columns that a terminal needs for a text: combining marks and colour codes take none, wide East Asian characters and
 * emoji two.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of graphemes.segment(text.replace(COLOUR_CODES, ""))) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Spaces between columns. */
const GAP = 2;
/** Characters that take a column each. */
const ASCII = /^[ -~]*$/;
/** Made at its first use, which takes 11 ms. */
let graphemes: Intl.Segmenter | undefined;
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

/** A table in Markdown: headers, rule, a line per row; bars within cells are escaped. No newline at the end. */
export function markdownTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(headers), line(headers.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Lines of a label and a text, all texts in one column; without those whose text is empty. */
export function labelledLines(rows: readonly (readonly [label: string, text: string])[]): string[] {
  const shown = rows.filter(([, text]) => text !== "");
  const width = Math.max(18, ...shown.map(([label]) => label.length + 2));
  return shown.map(([label, text]) => label.padEnd(width) + text);
}
