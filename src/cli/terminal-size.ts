/** Columns of a terminal that does not know its size, as of the VT100. */
const COLUMNS = 80;

/**
 * Gives a terminal without a known size, which reports 0 columns, a width of 80: a pseudo-terminal of `script` or `expect`, or a serial line.
 * A later resize still sets the true width.
 */
export function assumeWidth(...streams: { columns?: number }[]): void {
  for (const stream of streams) if (stream.columns === 0) stream.columns = COLUMNS;
}
