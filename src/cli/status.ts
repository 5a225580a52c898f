import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { shortDecoderText } from "../decoder/decoder.ts";
import { InputError } from "../errors.ts";
import { isFile } from "../node/disk/disk.ts";
import { CLOCK_TOLERANCE_SECONDS, isOf, openRun, type Run, type RunClaim } from "../node/run/run.ts";
import { isRunFolder, partText, type RunFile, runFolders } from "../node/run/run-file.ts";
import { printable } from "../printable.ts";
import { counted, formatCount, formatNumber } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { shellWord } from "../shell-word.ts";
import { csvLine } from "../simulation/csv.ts";
import { type SweepPoint, sweepDone } from "../simulation/sweep.ts";
import { choice, defineCommand, flag, inGroup, number, operand } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { untilInterrupted } from "./exit.ts";
import { print, printJson, printText, say, stdoutEnd } from "./output.ts";
import {
  ofReadableRuns,
  rateOfRound,
  roughDuration,
  runList,
  runRows,
  runTable,
  sweepLine,
  sweepTable,
} from "./run-text.ts";

export default defineCommand({
  options: {
    ...inGroup("Files", {
      folder: operand({ example: "runs/nb620" }, "folder of a run, or a folder with runs below it; it is only read"),
    }),
    ...inGroup("Output", {
      watch: flag("show it again every two seconds until all is done or Ctrl-C"),
      json: flag("print the points, or the runs, as JSON"),
      rounds: number(
        { example: "12", whole: 1 },
        "rounds of the circuit: show the logical error rate of a round too, 1 − (1 − FER)^(1/rounds) (Bravyi et al. 2024)",
      ),
      format: choice(
        ["sinter"],
        {},
        "print the points of a run, or of all runs below the folder, as CSV of sinter, which adds up such rows: shots are frames, errors frame errors",
      ),
    }),
  },
  examples: {
    "ldpc status runs/nb620": "the points of one run",
    "ldpc status runs/nb620 --watch": "the same, kept up to date",
    "ldpc status runs": "all runs below a folder",
  },
  async run({ folder, watch, json, format, rounds }) {
    if (format !== undefined && (watch || json))
      throw new UsageError(`--format ${format} prints CSV: leave ${watch ? "--watch" : "--json"} out`);
    if (watch && json) throw new UsageError("--watch shows a table: leave --json or --watch out");
    if (isFile(folder))
      throw new UsageError(`<folder> ${folder} is a file: name its folder, ldpc status ${shellWord(dirname(folder))}`);
    if (rounds !== undefined && !isRunFolder(folder))
      throw new UsageError(
        `--rounds are those of one run: name its folder, such as <folder> ${shellWord(folder)}/NAME`,
      );
    if (format !== undefined) {
      if (isRunFolder(folder)) print(sinterCsv([openRun(folder, say)], rounds));
      else printSinter(folder);
      return;
    }
    const show = () => (isRunFolder(folder) ? showRun(folder, json, rounds) : showRuns(folder, json));
    if (!watch) show();
    else await untilInterrupted((signal) => watchUntilDone(show, AbortSignal.any([signal, stdoutEnd])));
  },
});

/** Milliseconds between two tables of --watch. */
const WATCH_INTERVAL = 2000;
/**
 * Clears a terminal's screen and moves its cursor to the upper left corner. The first row is cleared by itself: a screen that is cleared from
 * its first row on goes to tmux's history.
 */
const CLEAR = "\u001b[H\u001b[2K\u001b[2;1H\u001b[J\u001b[H";

/** Shows a state repeatedly until all of it is done, or until its signal aborts. @param show returns whether all is done. */
async function watchUntilDone(show: () => boolean, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (process.stdout.isTTY) process.stdout.write(CLEAR);
    if (show() || signal.aborted) return;
    await setTimeout(WATCH_INTERVAL, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

/** @returns whether all points are done. */
function showRun(folder: string, json: boolean, rounds: number | undefined): boolean {
  const run = openRun(folder, say);
  const { file, sweep, points, claims, speed } = run;
  if (json) {
    const ofRound = (rate: number) => rateOfRound(rate, rounds!);
    const rows = runRows(run).map((row) =>
      rounds === undefined || row.frames === 0
        ? row
        : {
            ...row,
            rounds,
            fer_of_round: ofRound(row.fer),
            fer_of_round_low: ofRound(row.fer_low),
            fer_of_round_high: ofRound(row.fer_high),
          },
    );
    printJson("status 1", { points: rows });
    return sweepDone(points);
  }
  const progress = speed && { speed };
  const table = sweepTable(sweep, points, { atWork: run.atWork, width: process.stdout.columns, progress, rounds });
  const lines = [`${heading(file)}: ${sweepLine(sweep, points, speed)}`, table];
  if (!sweepDone(points) || claims.length > 0) lines.push("", workText(points, run, process.stdout.columns));
  printText(lines.join("\n"));
  return sweepDone(points);
}

/** Largest number of shown characters of a name from run.json. Long decoder specs have some hundred. */
const NAME_SHOWN = 1000;

function heading({ code, decoder, part }: RunFile): string {
  const names = [code.name, shortDecoderText(decoder)].map((name) => printable(name, NAME_SHOWN));
  return [...names, ...(part === undefined ? [] : [partText(part)])].join(", ");
}

/** @throws InputError if no run is below the folder. */
function runsBelow(folder: string): string[] {
  const folders = runFolders(folder);
  if (folders.length > 0) return folders;
  throw new InputError("no run.json in this folder or below: not a run of ldpc simulate", { file: folder });
}

/**
 * Prints the points of all runs below a folder in the CSV of sinter.
 * @throws InputError as `showRuns` does, and for a run that is a part: a task's parts have other frames, but a merged run has them again.
 */
function printSinter(folder: string): void {
  const folders = runsBelow(folder);
  const runs = ofReadableRuns(folders, say, ({ folder: of, file: { part }, points }) => ({ of, part, points }));
  for (const { of, part } of runs) {
    if (part !== undefined)
      throw new InputError(`${partText(part)}: merge the parts first, and name the merged run's folder`, { file: of });
  }
  if (runs.length > 0) print(sinterCsv(runs));
  requireReadable(runs, folders, folder);
}

/**
 * Shows all runs below a folder.
 * @returns whether all runs are done.
 * @throws InputError if no run is below the folder, or, after all readable runs, for an unreadable run.
 */
function showRuns(folder: string, json: boolean): boolean {
  const folders = runsBelow(folder);
  const list = runList(folders, say);
  const { lines } = list;
  if (json) printJson("status 1", { runs: lines });
  else if (lines.length > 0) print(runTable(folder, list, process.stdout.columns));
  requireReadable(lines, folders, folder);
  return lines.every(({ state }) => state === "done");
}

function requireReadable(read: readonly unknown[], folders: readonly string[], folder: string): void {
  const unreadable = folders.length - read.length;
  if (unreadable > 0) throw new InputError(`${unreadable} of ${folders.length} runs cannot be read`, { file: folder });
}

type Work = Pick<Run, "claims" | "processes">;

/** Lines about the chunks and workers of an unfinished run. They are empty for a run that has not begun. @param width columns of the screen. */
export function workText(points: readonly SweepPoint[], work: Work, width?: number): string {
  const { claims } = work;
  const ahead = -Math.min(0, ...claims.map(({ age }) => age));
  const warning =
    ahead <= CLOCK_TOLERANCE_SECONDS
      ? []
      : [
          `the clock of the file server is ${roughDuration(ahead)} ahead of this host's: claims of other hosts look stale here, and workers that start may repeat a few chunks`,
        ];
  return [chunkLine(points, claims), ...workerTable(work, width), ...warning].join("\n");
}

/** `1,234 chunks done; 64 claimed by 4 workers; 16 claimed by workers without a sign of life (stale)`. */
function chunkLine(points: readonly SweepPoint[], claims: readonly RunClaim[]): string {
  const chunks = (some: readonly RunClaim[]) => formatCount(some.reduce((sum, { count }) => sum + count, 0));
  const done = points.reduce((sum, { all }) => sum + all.chunks, 0);
  const live = claims.filter(({ isLive }) => isLive);
  const stale = claims.filter(({ isLive }) => !isLive);
  const workers = new Set(live.map(processOf)).size;
  return [
    `${formatCount(done)} chunks done`,
    ...(live.length > 0 ? [`${chunks(live)} claimed by ${counted(workers, "worker")}`] : []),
    ...(stale.length > 0 ? [`${chunks(stale)} stale: claimed by workers without a sign of life`] : []),
  ].join("; ");
}

/** A line for each process with a claim, live processes first, and a line for all ended processes. */
function workerTable({ claims, processes: workers }: Work, width?: number): string[] {
  const processes = new Map(claims.map((claim) => [processOf(claim), claim]));
  for (const claim of claims) if (claim.isLive) processes.set(processOf(claim), claim);
  const listed = [...processes.values()].sort(
    (a, b) => Number(b.isLive) - Number(a.isLive) || a.holder.host.localeCompare(b.holder.host),
  );
  if (listed.length === 0) return [];
  const rows = listed.map((claim) => {
    const worker = workers.find((each) => isOf(claim, each));
    return [
      printable(claim.holder.host),
      String(claim.holder.pid),
      printable(worker?.header.adapter ?? ""),
      worker === undefined ? "0" : formatCount(worker.frames),
      worker === undefined || !claim.isLive ? "" : speedText(worker.framesPerSecond),
      `${claim.isLive ? "at work" : "stale"}, ${signText(claim.age)}`,
    ];
  });
  const ended = workers.filter((worker) => !listed.some((claim) => isOf(claim, worker)));
  const frames = ended.reduce((sum, worker) => sum + worker.frames, 0);
  const past =
    ended.length === 0
      ? []
      : [
          `${formatCount(ended.length)} more ${ended.length === 1 ? "worker has" : "workers have"} ended, with ${formatCount(frames)} frames`,
        ];
  const headers = ["host", "process", "device", "frames", "frames/s", "state"];
  const table = formatTable(headers, rows, {
    align: ["left", "right", "left", "right", "right", "left"],
    width,
    drop: ["device", "process", "frames"],
  });
  return ["", table, ...past];
}

/** The speed as text. It is empty without engine seconds. */
function speedText(framesPerSecond: number): string {
  return Number.isFinite(framesPerSecond) ? formatNumber(framesPerSecond) : "";
}

/** The age of a sign of life as text. A time in the future comes from another clock. */
function signText(age: number): string {
  return age < -1 ? "its clock is ahead of this one" : `last sign of life ${roughDuration(Math.max(0, age))} ago`;
}

function processOf({ holder: { host, pid } }: RunClaim): string {
  return `${host} ${pid}`;
}

const COLUMNS = ["shots", "errors", "discards", "seconds", "decoder", "strong_id", "json_metadata", "custom_counts"];

/**
 * The points of runs in the CSV of sinter (Stim's sampling tool), a row for each point with published frames. The strong id is the task's
 * id. Runs of one task that are no parts have the same frames, so the longest of them alone has a row.
 */
function sinterCsv(runs: readonly Pick<Run, "points">[], rounds?: number): string {
  const longest = new Map<string, SweepPoint>();
  for (const point of runs.flatMap(({ points }) => points)) {
    const { frames } = point.state.counts;
    if (point.status !== "skipped" && frames > (longest.get(point.id)?.state.counts.frames ?? 0))
      longest.set(point.id, point);
  }
  const rows = [...longest.values()].map(({ task, id, state, all }) => {
    const { frames, frameErrors, undetected, iterations } = state.counts;
    const { parameter, value } = task.channel;
    const seconds = (all.seconds * frames) / all.total.frames;
    return csvLine([
      ...[frames, frameErrors, 0, Number(seconds.toPrecision(6)), task.decoder, id].map(String),
      JSON.stringify({ code: task.code.name, [parameter]: value, seed: task.seed, ...(rounds && { r: rounds }) }),
      JSON.stringify({ undetected, iterations }),
    ]);
  });
  return [csvLine(COLUMNS), ...rows].join("\n");
}
