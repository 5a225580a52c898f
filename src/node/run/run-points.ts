import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { InputError } from "../../errors.ts";
import { parseReference, type ReferenceCurve } from "../../report/reference.ts";
import type { RunPoints } from "../../report/series.ts";
import { parsePoints } from "../../simulation/points.ts";

/**
 * The points of a run.
 * @param path a run's folder, or a points.csv itself.
 * @throws InputError if there is no such file, or it cannot be read as points.
 */
export function readRunPoints(path: string): RunPoints {
  const file = isFolder(path) ? join(path, "points.csv") : path;
  const rows = parsePoints(readText(file, "name a run's folder or its points.csv"), file);
  if (rows.length === 0) throw new InputError("no points yet; let the run finish a point first", { file });
  return { origin: path, rows };
}

/**
 * The published curves of a CSV file; a curve without label gets the file's name.
 * @throws InputError if there is no such file, or it cannot be read.
 */
export function readReference(path: string): ReferenceCurve[] {
  return parseReference(
    readText(path, "name a CSV file with columns ebn0 (or snr, qber, symbol-error) and fer"),
    basename(path).replace(/\.csv$/i, ""),
    path,
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readText(file: string, remedy: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `cannot be read (${code})`;
    throw new InputError(`${reason}; ${remedy}`, { file });
  }
}
