import { z } from "zod";
import { iterationMean } from "../../../src/simulation/bench/iteration-histogram.ts";
import { MeasurementFile, type MeasurementKind } from "../../shared/measurement-file.ts";
import type { Identity } from "../../shared/runner/identity.ts";

const CELL = z.strictObject({
  /** Code whose information columns are used. */
  code: z.string(),
  /** Canonical spec. */
  decoder: z.string(),
  /** Percent. */
  qber: z.number(),
  frames: z.int().positive(),
  /** [iterations + 1]: frames that converged, by iterations done. */
  converged: z.array(z.int().nonnegative()),
  /** Frames that did not converge. */
  failed: z.int().nonnegative(),
  /** Frames that converged to another word than Alice's. */
  undetected: z.int().nonnegative(),
  /** Sifted bits of a frame. */
  bits: z.int().positive(),
  /** Of all frames on the device, sampling to counters. */
  seconds: z.number().nonnegative(),
  /** Seconds of the decoder's kernels alone, for a batch of `profiledFrames` frames each kernel timed by itself. */
  decoderSeconds: z.number().nonnegative(),
  profiledFrames: z.int().positive(),
  /** Of an iteration of one frame, by the model of the decoder's program. */
  bytesPerIteration: z.number().positive(),
  /** Bytes read and written by a copy on the device. */
  copyBytesPerSecond: z.number().positive(),
});

/** A code with a decoder at a QBER, simulated. */
export type MeasuredCell = Readonly<z.infer<typeof CELL>>;

/** The identity of a cell. */
type CellName = Pick<MeasuredCell, "code" | "decoder" | "qber">;

const CELLS: MeasurementKind<MeasuredCell> = { experiment: "qkd-tables", schema: CELL, key: cellKey };

/** Cells in a file, the source of later experiments' tables and figures. */
export type CellFile = MeasurementFile<MeasuredCell>;

/** @throws InputError as `MeasurementFile.read`. */
export function readCells(path: string): CellFile {
  return MeasurementFile.read(CELLS, path);
}

/** @param option names the file. @throws InputError as `MeasurementFile.open`. */
export function openCells(path: string, identity: Identity, option: string): CellFile {
  return MeasurementFile.open(CELLS, path, identity, option);
}

/** The cell's key in a file. */
export function cellKey({ code, decoder, qber }: CellName): string {
  return JSON.stringify([code, decoder, qber]);
}

/** Megabits of sifted key per second, sampling to counters. */
export function chainRate({ frames, bits, seconds }: Pick<MeasuredCell, "frames" | "bits" | "seconds">): number {
  return (frames * bits) / seconds / 1e6;
}

/** Megabits of sifted key per second, the decoder's kernels alone. */
export function decoderRate({ profiledFrames, bits, decoderSeconds }: MeasuredCell): number {
  return (profiledFrames * bits) / decoderSeconds / 1e6;
}

/**
 * The decoder kernels' fraction of the copy bandwidth by the model: the bytes of the iterations that each frame needed.
 * Iterations in which a done frame only accompanies other frames of its word do not count.
 */
export function bandwidthShare(cell: MeasuredCell): number {
  const bytes = cell.profiledFrames * iterationMean(cell).mean * cell.bytesPerIteration;
  return bytes / cell.decoderSeconds / cell.copyBytesPerSecond;
}
