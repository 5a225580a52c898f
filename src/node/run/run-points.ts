import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { codeHash } from "../../code/hash.ts";
import { codeRate } from "../../code/rate-matching.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { formatCount } from "../../report/format.ts";
import { parseReference, type ReferenceCurve } from "../../report/reference.ts";
import type { RunPoints } from "../../report/series.ts";
import { parsePoints } from "../../simulation/points.ts";
import { loadCode } from "../codes/codes.ts";
import { type RunFile, readRunFile } from "./run-file.ts";
import { isRunFolder, runFolders } from "./run-folders.ts";

/**
 * The points of a run.
 * @param path a run's folder, or a points.csv itself.
 * @throws InputError if there is no such file, or it cannot be read as points.
 * @example
 * const rows = await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * writeFileSync(`${folder}/points.csv`, formatPoints(rows));
 * readRunPoints(folder).rows.length; // → 1
 */
export function readRunPoints(path: string): RunPoints {
  const file = isFolder(path) ? join(path, "points.csv") : path;
  const rows = parsePoints(readText(file, "name a run's folder, a folder with runs below it, or a points.csv"), file);
  if (rows.length === 0) throw new InputError("no points yet; let the run finish a point first", { file });
  const code = isFolder(path) ? codeOfRun(path) : undefined;
  return { origin: path, rows, ...(code && { code }) };
}

/** run.json of a folder; undefined for a file of points, and for a folder without it or with one of an earlier version. */
export function describedRun(path: string): RunFile | undefined {
  return unlessRefused(() => readRunFile(path));
}

/** The code of a run as run.json describes it; undefined for a folder without it, or with one of an earlier version. */
function codeOfRun(folder: string): RunPoints["code"] {
  // Its points can be drawn all the same.
  const code = describedRun(folder)?.code;
  if (code === undefined) return undefined;
  const { symbols, bitsPerSymbol, given, hash } = code;
  const size =
    bitsPerSymbol === 1
      ? `${formatCount(symbols)} bits`
      : `${formatCount(symbols)} symbols over GF(${2 ** bitsPerSymbol})`;
  const rate = () => {
    const loaded = loadCode(given);
    if (codeHash(loaded.matrix, loaded) === hash) return codeRate(loaded);
    throw new InputError(
      `the rate of its code is needed, but "${given}" is another code now, or was read with options; plot SNR and Eb/N0 apart`,
      { file: folder },
    );
  };
  return { size, rate };
}

/**
 * The points of a run, or of all runs below a folder that is no run itself, such as a sweep's. Runs below it without a
 * point are skipped.
 * @param path a run's folder, a folder with runs below it, or a points.csv itself.
 * @param say called for each skipped run.
 * @throws InputError as `readRunPoints`, or if no run below the folder has points.
 * @example
 * readPointsBelow("runs/sweep", console.error).map(({ origin, rows }) => [origin, rows.length]);
 */
export function readPointsBelow(path: string, say: (text: string) => void): RunPoints[] {
  if (!isFolder(path) || isRunFolder(path) || isFile(join(path, "points.csv"))) return [readRunPoints(path)];
  const folders = runFolders(path);
  const begun = folders.filter((folder) => {
    const file = join(folder, "points.csv");
    return isFile(file) && parsePoints(readText(file, "name a run's folder"), file).length > 0;
  });
  // Says that there is no points.csv.
  if (folders.length === 0) return [readRunPoints(path)];
  if (begun.length === 0)
    throw new InputError("no points yet in the runs below; let one finish a point first", { file: path });
  for (const folder of folders) if (!begun.includes(folder)) say(`${folder}: no points yet; it is not drawn`);
  return begun.map(readRunPoints);
}

/**
 * The published curves of a CSV file; a curve without label gets the file's name.
 * @param path of a CSV file, as `parseReference` reads it.
 * @throws InputError if there is no such file, and as `parseReference`.
 * @example
 * writeFileSync(`${folder}/published.csv`, "ebn0,fer\n1,0.1\n");
 * readReference(`${folder}/published.csv`)[0].points.length; // → 1
 */
export function readReference(path: string): ReferenceCurve[] {
  return parseReference(
    readText(path, "name a CSV file with a column of the channel, such as ebn0 or qber, and a column fer"),
    basename(path).replace(/\.csv$/i, ""),
    path,
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
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
