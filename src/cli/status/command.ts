import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { InputError } from "../../errors.ts";
import { isFile } from "../../node/disk/path-kind.ts";
import { openRun } from "../../node/run/run.ts";
import { isRunFolder, partText, type RunFile, runFolders } from "../../node/run/run-file.ts";
import { printable } from "../../printable.ts";
import { shellWord } from "../../shell-word.ts";
import { sweepDone, sweepRows } from "../../simulation/sweep.ts";
import { defineCommand } from "../command-line/command.ts";
import { choice, flag, operand } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { untilInterrupted } from "../interrupt.ts";
import { print, printJson, printText, say, stdoutEnd } from "../output.ts";
import { runList, runTable } from "../run-list.ts";
import { sweepLine, sweepTable } from "../sweep-table.ts";
import { sinterCsv } from "./sinter.ts";
import { speedOf, workText } from "./work-text.ts";

export default defineCommand({
  options: {
    folder: operand({
      group: "Files",
      describe: "folder of a run, or a folder with runs below it; it is only read",
      example: "runs/nb620",
    }),
    watch: flag({ group: "Output", describe: "show it again every two seconds until all is done or Ctrl-C" }),
    json: flag({ group: "Output", describe: "print the points, or the runs, as JSON" }),
    format: choice(["sinter"], {
      group: "Output",
      describe:
        "print the points of a run as CSV of sinter, which adds up such rows: shots are frames, errors frame errors",
    }),
  },
  examples: [
    { line: "ldpc status runs/nb620", does: "the points of one run" },
    { line: "ldpc status runs/nb620 --watch", does: "the same, kept up to date" },
    { line: "ldpc status runs", does: "all runs below a folder" },
  ],
  async run({ folder, watch, json, format }) {
    if (format !== undefined) {
      if (watch || json)
        throw new UsageError(`--format ${format} prints CSV: leave ${watch ? "--watch" : "--json"} out`);
      const { sweep, points } = openRun(folder, say);
      print(sinterCsv(sweep, points));
      return;
    }
    if (watch && json) throw new UsageError("--watch shows a table: leave --json or --watch out");
    if (isFile(folder)) {
      throw new UsageError(`<folder> ${folder} is a file: name its folder, ldpc status ${shellWord(dirname(folder))}`);
    }
    const show = () => (isRunFolder(folder) ? showRun(folder, json) : showRuns(folder, json));
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
function showRun(folder: string, json: boolean): boolean {
  const run = openRun(folder, say);
  const { file, sweep, points, processes, claims } = run;
  if (json) {
    printJson(sweepRows(sweep, points));
    return sweepDone(points);
  }
  const work = { claims, processes };
  const speed = speedOf(work);
  const progress = speed && { speed };
  const table = sweepTable(sweep, points, { atWork: run.atWork, width: process.stdout.columns, progress });
  const lines = [`${heading(file)}: ${sweepLine(sweep, points, speed)}`, table];
  if (!sweepDone(points) || claims.length > 0) lines.push("", workText(points, work, process.stdout.columns));
  printText(lines.join("\n"));
  return sweepDone(points);
}

/** Largest number of shown characters of a name from run.json. Long decoder specs have some hundred. */
const NAME_SHOWN = 1000;

function heading({ code, decoder, part }: RunFile): string {
  const names = [code.name, decoder].map((name) => printable(name, NAME_SHOWN));
  return [...names, ...(part === undefined ? [] : [partText(part)])].join(", ");
}

/**
 * Shows all runs below a folder.
 * @returns whether all runs are done.
 * @throws InputError if no run is below the folder, or, after all readable runs, for an unreadable run.
 */
function showRuns(folder: string, json: boolean): boolean {
  const folders = runFolders(folder);
  if (folders.length === 0) {
    throw new InputError("no run.json in this folder or below: not a run of ldpc simulate", { file: folder });
  }
  const list = runList(folders, say);
  const { lines } = list;
  if (json) printJson(lines);
  else if (lines.length > 0) print(runTable(folder, list, process.stdout.columns));
  const unreadable = folders.length - lines.length;
  if (unreadable > 0) throw new InputError(`${unreadable} of ${folders.length} runs cannot be read`, { file: folder });
  return lines.every(({ state }) => state === "done");
}
