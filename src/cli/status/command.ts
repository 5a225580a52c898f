import { statSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../errors.ts";
import { listClaims, tasksAtWork } from "../../node/run/claim-list.ts";
import { partText, type RunFile } from "../../node/run/run-file.ts";
import { isRunFolder, runFolders } from "../../node/run/run-folders.ts";
import { RunReader } from "../../node/run/run-reader.ts";
import { printable } from "../../printable.ts";
import { sweepDone, sweepRows } from "../../simulation/sweep.ts";
import { defineCommand } from "../command-line/command.ts";
import { flag, operand } from "../command-line/option.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { print, printJson } from "../output.ts";
import { runList, runTable } from "../run-list.ts";
import { sweepLine, sweepTable } from "../sweep-table.ts";
import { speedOf, workText } from "./work-text.ts";

export default defineCommand({
  options: {
    folder: operand({
      group: "Files",
      describe: "folder of a run, or a folder with runs below it; it is only read",
      example: "runs/nb620",
    }),
    json: flag({ group: "Output", describe: "print the points, or the runs, as JSON" }),
  },
  examples: [
    { line: "ldpc status runs/nb620", does: "the points of one run" },
    { line: "ldpc status runs", does: "all runs below a folder" },
  ],
  run({ folder, json }) {
    if (statSync(folder, { throwIfNoEntry: false })?.isFile()) {
      throw new UsageError(`<folder> ${folder} is a file: name its folder, ${dirname(folder)}`);
    }
    if (isRunFolder(folder)) showRun(folder, json);
    else showRuns(folder, json);
  },
});

function warn(text: string): void {
  process.stderr.write(`ldpc: ${text}\n`);
}

function showRun(folder: string, json: boolean): void {
  const { run, sweep, points, workers } = new RunReader(folder, warn);
  if (json) {
    printJson(sweepRows(sweep, points));
    return;
  }
  const claims = listClaims(folder);
  const work = { claims, workers };
  const table = sweepTable(sweep, points, { atWork: tasksAtWork(claims), width: process.stdout.columns });
  const lines = [`${heading(run)}: ${sweepLine(sweep, points, speedOf(work))}`, table];
  if (!sweepDone(points) || claims.length > 0) lines.push("", workText(points, work));
  print(lines.join("\n"));
}

/** Characters that are shown of a name from run.json: long specs of decoders have some hundred. */
const NAME_SHOWN = 1000;

function heading({ code, decoder, part }: RunFile): string {
  const names = [code.name, decoder].map((name) => printable(name, NAME_SHOWN));
  return [...names, ...(part === undefined ? [] : [partText(part)])].join(", ");
}

/** @throws InputError if no run is below the folder, or, after all readable runs, for an unreadable run. */
function showRuns(folder: string, json: boolean): void {
  const folders = runFolders(folder);
  if (folders.length === 0) {
    throw new InputError("no run.json in this folder or below: not a run of ldpc simulate", { file: folder });
  }
  const list = runList(folders, warn);
  const { lines } = list;
  if (json) printJson(lines);
  else if (lines.length > 0) print(runTable(folder, list));
  const unreadable = folders.length - lines.length;
  if (unreadable > 0) throw new InputError(`${unreadable} of ${folders.length} runs cannot be read`, { file: folder });
}
