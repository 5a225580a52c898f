import { basename, extname, resolve } from "node:path";
import { requireWritable, writeNewFile } from "../node/disk/disk.ts";
import { runReport } from "../node/figure/run-report.ts";
import { readPointsBelow } from "../node/run/run-points.ts";
import { counted } from "../report/format.ts";
import { defineCommand, flag, inGroup, operands, text } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { print, printJson, say } from "./output.ts";

/** Number of folders that a title names. */
const NAMED_FOLDERS = 3;

function titleOf(runs: readonly string[]): string {
  const names = runs.slice(0, NAMED_FOLDERS).map((run) => basename(resolve(run)));
  const others = runs.length - names.length;
  return others === 0 ? names.join(", ") : `${names.join(", ")} and ${counted(others, "other")}`;
}

export default defineCommand({
  options: {
    ...inGroup("Files", {
      runs: operands({ example: "runs/sweep" }, "folder of a sweep, or run folders; nothing in them is changed"),
    }),
    ...inGroup("Output", {
      out: text({ placeholder: "FILE", example: "report.html", default: "report.html" }, "HTML page to write"),
      title: text(
        { placeholder: "TITLE", example: "Rate 1/2 codes of 802.16e", defaultText: "the names of the folders" },
        "title of the page",
      ),
      force: flag("overwrite the file if it is there"),
      json: flag("print JSON instead of text"),
    }),
  },
  about: [
    "The page has curves, gaps in dB, and for each run settings, device and points. It loads nothing from the network and prints on A4.",
  ],
  examples: { "ldpc report runs/sweep --out sweep.html": "a sweep as one page" },
  async run({ runs, out, title, force, json }) {
    if (extname(out).toLowerCase() !== ".html")
      throw new UsageError(`--out ${out}: the file to write must end in .html`);
    requireWritable(out, { force });
    const points = readPointsBelow(runs, say);
    writeNewFile(out, await runReport(points, title ?? titleOf(runs)), force);
    if (json) printJson("report 1", { files: [out] });
    else print(out);
  },
});
