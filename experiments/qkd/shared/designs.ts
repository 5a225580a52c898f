import { cellAt, type PaperCode, type PaperRow } from "./paper.ts";

/** The paper's memory designs and the equivalent decoder options, in the order of its study. */
export const DESIGNS = [
  { design: "Srow", layout: "rows" },
  { design: "Scol", layout: "columns" },
  { design: "NoS", layout: "two-arrays" },
  { design: "NoM", layout: "frames" },
] as const;

export type Design = (typeof DESIGNS)[number]["design"];

/** GPUs of the paper: of the 2nd (W) and the 3rd (K) generation. */
export const GENERATIONS = ["W", "K"] as const;

export type Generation = (typeof GENERATIONS)[number];

/**
 * The paper's row of a design on a GPU, with the number of blocks that all designs have: one for each multiprocessor.
 * Its tables print Scol as Seq, too. Undefined if the paper has no such row.
 */
export function designRow({ rows }: PaperCode, design: Design, generation: Generation): PaperRow | undefined {
  const names = design === "Scol" ? "(Scol|Seq)" : design;
  return rows.find(({ mode }) => new RegExp(`^${names}${generation}_\\d+$`).test(mode));
}

/** Mbit/s of a design at a QBER in percent; undefined if the paper has no such cell. */
export function designRate(code: PaperCode, design: Design, generation: Generation, qber: number): number | undefined {
  return cellAt(designRow(code, design, generation), qber)?.mbitPerSecond;
}

/** Geometric mean of ratios; undefined without ratios. */
export function meanRatio(ratios: readonly number[]): number | undefined {
  if (ratios.length === 0) return undefined;
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
