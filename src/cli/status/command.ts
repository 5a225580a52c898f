import { relative } from "node:path";
import { InputError } from "../../errors.ts";
import { partText, type RunFile } from "../../node/run/run-file.ts";
import { isRunFolder, runFolders } from "../../node/run/run-folders.ts";
import { RunReader } from "../../node/run/run-reader.ts";
import { tasksAtWork } from "../../node/run/tasks-at-work.ts";
import { formatCount } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";
import { sweepDone, sweepRows } from "../../simulation/sweep.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, operand } from "../command-line/option.ts";
import { print, printJson } from "../output.ts";
import { sweepLine, sweepTable } from "../sweep-table.ts";

export default defineCommand({
  options: {
    folder: operand({
      group: "Files",
      describe: "folder of a run, or a folder with runs below it; nothing in it is changed",
      example: "runs/nb620",
    }),
    json: flag({ group: "Output", describe: "print the points, or the runs, as JSON" }),
  },
  examples: [
    { line: "ldpc status runs/nb620", does: "the points of one run" },
    { line: "ldpc status runs", does: "all runs below a folder" },
  ],
  run({ folder, json }) {
    if (isRunFolder(folder)) showRun(folder, json);
    else showRuns(folder, json);
  },
});

function warn(text: string): void {
  process.stderr.write(`ldpc: ${text}\n`);
}

function showRun(folder: string, json: boolean): void {
  const { run, sweep, points } = new RunReader(folder, warn);
  if (json) printJson(sweepRows(sweep, points));
  else
    print(
      `${heading(run)}: ${sweepLine(sweep, points)}\n${sweepTable(sweep, points, { atWork: tasksAtWork(folder), width: process.stdout.columns })}`,
    );
}

function heading({ code, decoder, part }: RunFile): string {
  return [code.name, decoder, ...(part === undefined ? [] : [partText(part)])].join(", ");
}

/** One run of a list. */
interface RunLine {
  readonly folder: string;
  readonly code: string;
  readonly decoder: string;
  readonly points: number;
  readonly done: number;
  readonly frames: number;
  readonly state: "done" | "running" | "interrupted" | "waiting";
}

/** @throws InputError if there is no run below the folder, or one that cannot be read, after those that can. */
function showRuns(folder: string, json: boolean): void {
  const folders = runFolders(folder);
  if (folders.length === 0) {
    throw new InputError("no run.json in this folder or below: not a run of ldpc simulate", { file: folder });
  }
  const lines: RunLine[] = [];
  for (const run of folders) {
    try {
      lines.push(runLine(run));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      warn(error.message);
    }
  }
  if (json) printJson(lines);
  else if (lines.length > 0) print(runTable(folder, lines));
  const unreadable = folders.length - lines.length;
  if (unreadable > 0) throw new InputError(`${unreadable} of ${folders.length} runs cannot be read`, { file: folder });
}

function runLine(folder: string): RunLine {
  const { run, points } = new RunReader(folder, warn);
  const atWork = tasksAtWork(folder);
  const begun = points.some(({ all }) => all.chunks > 0);
  const running = points.some(({ id }) => atWork(id));
  return {
    folder,
    code: run.code.name,
    decoder: run.decoder,
    points: points.length,
    done: points.filter(({ status }) => status === "done" || status === "skipped").length,
    frames: points.reduce((sum, { all }) => sum + all.total.frames, 0),
    state: sweepDone(points) ? "done" : running ? "running" : begun ? "interrupted" : "waiting",
  };
}

function runTable(folder: string, lines: readonly RunLine[]): string {
  const headers = ["run", "code", "decoder", "points done", "frames", "state"];
  const rows = lines.map(({ folder: path, code, decoder, points, done, frames, state }) => [
    relative(folder, path),
    code,
    decoder.split(" ")[0],
    `${done} of ${points}`,
    formatCount(frames),
    state,
  ]);
  return formatTable(headers, rows, { align: ["left", "left", "left", "right", "right", "left"] });
}
