import { join, resolve } from "node:path";
import { diskError, makeFolder, removeEmpty, writeFileWhile } from "../../node/disk/disk.ts";
import { entryBeside, type ProcessEntry } from "../../node/engine/entry.ts";
import { counted } from "../../report/format.ts";
import { shellWord } from "../../shell-word.ts";
import type { Command } from "../command-line/command.ts";
import { withConfigFile } from "../command-line/config-file.ts";
import { print, say } from "../output.ts";
import { planSweep, sweepFolder } from "../sweep/plan.ts";
import { SLURM_OPTIONS } from "./options.ts";
import { logFileOf, slurmScript } from "./script.ts";
import { jobNumber, type Submit, submit } from "./submit.ts";

/**
 * The command for a program.
 * @param entry entry of `ldpc`, which the script starts on the nodes.
 * @param hand submits the script to Slurm.
 */
export function slurmCommand(entry: ProcessEntry, hand: Submit = submit): Command<typeof SLURM_OPTIONS> {
  return {
    options: SLURM_OPTIONS,
    about: [
      "Writes a job-array script and submits it. Each task of the array is an ordinary ldpc sweep on the shared folder, so the counts equal one process's. A task that reaches its time limit ends in time and is requeued; the other tasks take over the claims of a dead task or node.",
      "The sweep file is checked before anything is submitted. Run the command in a folder that the nodes share.",
    ],
    examples: [
      {
        line: "ldpc slurm sweep.json --array 32 --partition gpu --time 04:00:00 --out runs/sweep",
        does: "32 tasks with a GPU each",
      },
      { line: "ldpc slurm sweep.json --array 32 --dry-run", does: "print the script" },
    ],
    complete: (said) => withConfigFile(said, SLURM_OPTIONS),
    async run(options) {
      const cwd = process.cwd();
      const out = resolve(sweepFolder(options.file, options.out));
      const runs = await planSweep(options.file, out, new Map());
      const program = [process.execPath, ...entry.execArgv, entry.path];
      const script = slurmScript(options, { cwd, out, program });
      if (options.dryRun) return print(script);
      const file = join(out, "slurm.sh");
      const made = folderOfLogs(out);
      let answer = "";
      try {
        // The script is on the disk before the job is submitted, and replaces that of an earlier job once Slurm has taken it.
        writeFileWhile(file, script, () => {
          answer = hand(script);
          return true;
        });
      } catch (error) {
        if (answer === "") {
          removeEmpty(made);
          throw error;
        }
        // The job runs from Slurm's copy.
        say(`the job is submitted, but its script is not kept: ${(error as Error).message}`);
      }
      const job = jobNumber(answer);
      const { tasks } = options.array;
      print(
        [
          `submitted job ${job}: ${counted(tasks, "task")} on ${counted(runs.length, "run")}`,
          `script: ${file}`,
          `logs: ${logFileOf(out, job)}`,
          `how far it is: ldpc status ${shellWord(out)}`,
        ].join("\n"),
      );
    },
  };
}

/** Makes the folder of the logs, because Slurm fails a task whose log it cannot open. @returns the new folders. */
function folderOfLogs(out: string): readonly string[] {
  try {
    return makeFolder(join(out, "logs"));
  } catch (error) {
    throw diskError(error, out);
  }
}

export default slurmCommand(entryBeside("../main", import.meta.url));
