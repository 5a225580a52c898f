import { z } from "zod";
import { formatNumber, formatRate } from "../../../src/report/format.ts";
import { clopperPearson } from "../../../src/simulation/statistics/statistics.ts";
import type { CurvePoint } from "../../shared/crossing.ts";
import type { MeasurementKind } from "../../shared/measurement-file.ts";
import type { EqmlRunner, Totals } from "./runner.ts";

const CELL = z.strictObject({
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** dB. */
  ebn0: z.number(),
  frames: z.int().positive(),
  frameErrors: z.int().nonnegative(),
  undetected: z.int().nonnegative(),
  /** Number of undetected frames whose word is likelier than the sent word. */
  mlErrors: z.int().nonnegative(),
  /** Iterations of the first runs, over all frames. */
  iterations: z.int().nonnegative(),
  /** Frames that the first run did not decode, and the number of all their tests. */
  reprocessed: z.int().nonnegative(),
  tests: z.int().nonnegative(),
  /** By the clock. */
  seconds: z.number().nonnegative(),
});

/** Errors of a decoder at a point of the AWGN channel. */
export type EqmlCell = Readonly<z.infer<typeof CELL>>;

/** Files of an experiment with cells of this form. */
export function cellKind(experiment: string): MeasurementKind<EqmlCell> {
  return { experiment, schema: CELL, key: (cell) => eqmlKey(cell.code, cell.decoder, cell.ebn0) };
}

export function eqmlKey(code: string, decoder: string, ebn0: number): string {
  return JSON.stringify([code, decoder, ebn0]);
}

/** The cell of a runner's counts. */
export function cellOf(code: string, { decoder }: EqmlRunner, ebn0: number, totals: Totals): EqmlCell {
  const { frames, frameErrors, undetected, mlErrors, iterations } = totals.counts;
  const { reprocessed, tests, seconds } = totals;
  return { code, decoder, ebn0, frames, frameErrors, undetected, mlErrors, iterations, reprocessed, tests, seconds };
}

/**
 * A decoder's cells from low to high Eb/N0 as a curve of its FER, or of the lower bound on the FER of maximum
 * likelihood.
 */
export function curveOf(cells: readonly EqmlCell[], of: "frameErrors" | "mlErrors" = "frameErrors"): CurvePoint[] {
  const ordered = [...cells].sort((a, b) => a.ebn0 - b.ebn0);
  return ordered.map(({ ebn0, frames, [of]: errors }) => {
    const { value, low, high } = clopperPearson(errors, frames);
    return { point: ebn0, fer: value, fer_low: low, fer_high: high, frame_errors: errors };
  });
}

/** Formats a cell in a line. */
export function cellText({ decoder, ebn0, frames, frameErrors, tests }: EqmlCell): string {
  const { value, low, high } = clopperPearson(frameErrors, frames);
  const interval = `95 % ${formatRate(low)} … ${formatRate(high)}`;
  return `${decoder} at ${ebn0} dB: FER ${formatRate(value)}, ${interval}, ${formatNumber(tests / frames)} tests per frame`;
}
