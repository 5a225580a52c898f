import type { Code } from "../code/code.ts";
import { unlessRefused } from "../errors.ts";
import { loadStoredCode } from "../node/codes/codes.ts";
import { mergeRuns } from "../node/run/merge-runs.ts";
import type { RunFile } from "../node/run/run-file.ts";
import { PATH_SHOWN, printable } from "../printable.ts";
import { formatCount } from "../report/format.ts";
import { defineCommand, flag, inGroup, operands, text } from "./command-line/option.ts";
import { print, printJson, tell } from "./output.ts";
import { resultText, runRows } from "./run-text.ts";

/** The code of a run. Counts merge without it too; stderr then says why the table has no limits. */
function codeAtHand({ code }: RunFile, folder: string): Code | undefined {
  const found = unlessRefused(() => loadStoredCode(code, folder));
  if (found === undefined) {
    tell(`the table has no limits: the run's code, ${printable(code.given, PATH_SHOWN)}, cannot be loaded from here`);
  }
  return found;
}

export default defineCommand({
  options: {
    folders: operands({ group: "Files", example: "runs/a runs/b" }, "folders of the runs, or of the parts of one"),
    ...inGroup("Output", {
      out: text({ placeholder: "FOLDER", example: "runs/all", required: true }, "folder for the merged run"),
      json: flag("print JSON instead of a table"),
    }),
  },
  examples: { "ldpc merge runs/a runs/b --out runs/all": "add up the counts of two machines" },
  async run({ folders, out, json }) {
    const { merged, folders: from } = await mergeRuns(folders, out, tell);
    for (const { folder, newFrames } of from) tell(`${folder}: ${formatCount(newFrames)} new frames`);
    if (json) {
      const merging = from.map(({ folder, newFrames }) => ({ folder, newFrames }));
      return printJson("merge 1", { folders: merging, points: runRows(merged) });
    }
    print(resultText(merged, codeAtHand(merged.file, out), process.stdout.columns, { out, folders: from }));
  },
});
