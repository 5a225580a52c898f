import { spawnSync } from "node:child_process";
import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";

/** Submits a script to Slurm and returns its answer, which has the job's number. Tests provide their own. */
export type Submit = (script: string) => string;

/**
 * Passes a script to sbatch.
 * @throws InputError if sbatch is missing, or with sbatch's message if it refuses: no job was submitted.
 */
export const submit: Submit = (script) => {
  const { error, status, stdout, stderr } = spawnSync("sbatch", ["--parsable"], { input: script, encoding: "utf8" });
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  // EPIPE: sbatch has ended before it read the script, and says why.
  if (error !== undefined && (code !== "EPIPE" || status === null)) {
    const reason = code === "ENOENT" ? "there is no sbatch on this machine" : `sbatch cannot be run (${code})`;
    throw new InputError(`${reason}: run this command where jobs are submitted, or take the script of --dry-run there`);
  }
  if (status !== 0)
    throw new InputError(`sbatch refuses the job: ${printable(stderr.trim().split("\n").at(-1) ?? "")}`);
  return stdout;
};

/** The job's number in sbatch's answer. @throws InputError if there is none. */
export function jobNumber(stdout: string): string {
  // On a cluster of clusters the cluster's name follows. A wrapper of sbatch may say more, in other lines.
  const job = /^(\d+)(?:;.*)?$/m.exec(stdout)?.[1];
  if (job !== undefined) return job;
  throw new InputError(
    `sbatch took the script and named no job (it said "${printable(stdout.trim())}"): look with squeue --me`,
  );
}
