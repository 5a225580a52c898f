import { mergeRuns } from "../../node/run/merge-runs.ts";
import { formatCount } from "../../report/format.ts";
import { defineCommand } from "../command-line/command.ts";
import { operands, text } from "../command-line/option.ts";
import { print } from "../output.ts";
import { sweepTable } from "../sweep-table.ts";

export default defineCommand({
  options: {
    folders: operands({
      group: "Files",
      describe: "folders of the runs, or of the parts of one",
      example: "runs/a runs/b",
    }),
    out: text({
      group: "Output",
      placeholder: "FOLDER",
      describe: "folder for the merged run",
      example: "runs/all",
      required: true,
    }),
  },
  examples: [{ line: "ldpc merge runs/a runs/b --out runs/all", does: "add up the counts of two machines" }],
  async run({ folders, out }) {
    const say = (text: string) => void process.stderr.write(`${text}\n`);
    const { reader, folders: merged } = await mergeRuns(folders, out, say);
    for (const { folder, newFrames } of merged) say(`${folder}: ${formatCount(newFrames)} new frames`);
    print(sweepTable(reader.sweep, reader.points, { width: process.stdout.columns }));
  },
});
