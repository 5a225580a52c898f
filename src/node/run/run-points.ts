import { basename, join } from "node:path";
import { type CodeSize, codeSize } from "../../channel/limits/bounds.ts";
import { degreeEnsemble } from "../../code/density-evolution/protograph.ts";
import { codeRate } from "../../code/rate-matching.ts";
import { InputError, unlessRefused } from "../../errors.ts";
import { formatCount } from "../../report/format.ts";
import { parseReference, type ReferenceCurve } from "../../report/reference.ts";
import type { TransportRun } from "../../report/run-report.ts";
import type { RunPoints } from "../../report/series.ts";
import { hasPoints, type PointRow, parsePoints } from "../../simulation/points.ts";
import { sweepRows } from "../../simulation/sweep.ts";
import { canonicalJson } from "../../simulation/task.ts";
import { hasSyndrome } from "../../source/word-source.ts";
import { loadStoredCode } from "../codes/codes.ts";
import { isFile, isFolder, readBounded } from "../disk/disk.ts";
import { openRun } from "./run.ts";
import { isRunFolder, type RunFile, readRunFile, runFolders, runShortId } from "./run-file.ts";

/**
 * The points of a run.
 * @param path a run's folder, or a points.csv itself.
 * @throws InputError if the file is missing or does not contain points.
 * @example
 * const rows = await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * writeFileSync(`${folder}/points.csv`, formatPoints(rows));
 * readRunPoints(folder).rows.length; // → 1
 */
export function readRunPoints(path: string): RunPoints {
  const file = isFolder(path) ? join(path, "points.csv") : path;
  const rows = isRunFolder(path) ? rowsOfRun(path) : rowsOfFile(file);
  if (rows.length === 0) throw new InputError("no points yet; let the run finish a point first", { file });
  return withCode(path, rows);
}

function withCode(path: string, rows: readonly PointRow[]): RunPoints {
  const code = isFolder(path) ? codeOfRun(path) : undefined;
  return { origin: path, rows, ...(code && { code }) };
}

/** run.json of a folder; undefined for a file of points, and for a folder without a run.json that can be read. */
export function describedRun(path: string): RunFile | undefined {
  return unlessRefused(() => readRunFile(path));
}

/** The runs that send a transport block of 5G, for `transmissionTables`. */
export function transportRuns(runs: readonly Pick<RunPoints, "origin" | "rows">[]): TransportRun[] {
  return runs.flatMap(({ origin, rows }) => {
    const run = describedRun(origin);
    const { versions, ...sent } = run?.code.options?.transport ?? {};
    if (run === undefined || versions === undefined) return [];
    const { channel, codeword, decoder } = run;
    const series = canonicalJson({ sent, decoder, channel, codeword });
    return [{ transport: run.code.options!.transport!, series, rows }];
  });
}

/** The code of a run as run.json describes it; undefined for a folder without a run.json that can be read. */
function codeOfRun(folder: string): RunPoints["code"] {
  // Its points can be drawn all the same.
  const run = describedRun(folder);
  if (run === undefined) return undefined;
  const { code, channel, codeword } = run;
  const transport = code.options?.transport;
  const { symbols, bitsPerSymbol } = code;
  const size =
    channel.name === "depolarizing"
      ? `${formatCount(symbols * bitsPerSymbol)} observables`
      : bitsPerSymbol === 1
        ? `${formatCount(symbols)} bits`
        : `${formatCount(symbols)} symbols over GF(${2 ** bitsPerSymbol})`;
  let found: { readonly rate: number; readonly size: CodeSize } | undefined;
  // The code is loaded once for both, but not held: the matrices of many runs would fill the memory.
  const rateAndSize = () => {
    if (found !== undefined) return found;
    const stored = loadStoredCode(code, folder);
    found = { rate: codeRate(stored), size: codeSize(stored) };
    return found;
  };
  const rate = () => {
    try {
      return rateAndSize().rate;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`the rate of its code is needed: ${error.message}; or plot SNR and Eb/N0 apart`, {
        file: folder,
      });
    }
  };
  const ensemble = () => degreeEnsemble(loadStoredCode(code, folder));
  return {
    size,
    rate,
    channel,
    ...(transport && { transport }),
    // The words of a coset are not limited by the code's rate.
    codeSize: () => (hasSyndrome(codeword) ? undefined : rateAndSize().size),
    ensemble,
  };
}

/**
 * The points of runs, and of all runs below folders that are no runs themselves, such as a sweep's. Runs without a point are left
 * out if another one has points.
 * @param paths run folders, folders with runs below them, or files like points.csv.
 * @param say called with a message for each run without points.
 */
export function readPointsBelow(paths: readonly string[], say: (text: string) => void): RunPoints[] {
  const all = paths.flatMap((path): { readonly path: string; readonly name?: string }[] => {
    const below = isFolder(path) && !isRunFolder(path) && !isFile(join(path, "points.csv")) ? runFolders(path) : [];
    return below.length === 0 ? [{ path }] : below.map((run) => ({ path: run, name: givenName(run) }));
  });
  const found = all.map((run) => ({ ...run, rows: isRunFolder(run.path) ? rowsOfRun(run.path) : undefined }));
  const begun = found.filter(({ rows }) => rows?.length !== 0);
  if (begun.length === 0) {
    const which = all.length === 1 ? "no points yet; let the run" : `no points yet in ${all.length} runs; let one`;
    throw new InputError(`${which} finish a point first`, { file: all.length === 1 ? all[0].path : paths[0] });
  }
  for (const { path, rows } of found) if (rows?.length === 0) say(`${path}: no points yet; it is left out`);
  return begun.map(({ path, name, rows }) => {
    const points = rows === undefined ? readRunPoints(path) : withCode(path, rows);
    return name === undefined ? points : { ...points, name };
  });
}

/** The name of a run in its sweep's file, which is that of its folder; undefined for a folder that is named by the run's identity. */
function givenName(folder: string): string | undefined {
  const run = describedRun(folder);
  return run === undefined || basename(folder).includes(`-${runShortId(run)}`) ? undefined : basename(folder);
}

/** The rows of points.csv, or of the ledger if a killed run has no points.csv. */
function rowsOfRun(folder: string): PointRow[] {
  const file = join(folder, "points.csv");
  const rows = isFile(file) ? rowsOfFile(file) : [];
  if (rows.length > 0 || describedRun(folder) === undefined) return rows;
  const { sweep, points } = openRun(folder, () => {});
  return sweepRows(sweep, points);
}

function rowsOfFile(file: string): PointRow[] {
  const text = readText(file, REMEDY);
  if (!hasPoints(text)) throw new InputError(`is no points.csv of a run: ${REMEDY}`, { file });
  return parsePoints(text, file);
}

const REMEDY = "name a run's folder, a folder with runs below it, or a points.csv";

/**
 * The published curves of a CSV file; a curve without label gets the file's name.
 * @param path of a CSV file, as `parseReference` reads it.
 * @throws InputError if the file is missing, and as `parseReference`.
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

/** Most bytes of a CSV file that is read: of 100,000 points and more. */
export const TABLE_BYTES = 2 ** 27;

function readText(file: string, remedy: string): string {
  return readBounded(file, TABLE_BYTES, (reason) => new InputError(`${reason}; ${remedy}`, { file }));
}
