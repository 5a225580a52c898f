import { resolve } from "node:path";
import { InputError } from "../../errors.ts";
import { packageVersion } from "../../node/package-root.ts";
import { shellWord } from "../../shell-word.ts";
import type { SlurmOptions } from "./options.ts";

/** Cores of a task for each worker: one for decoding work that the GPU does not do, one for compiling and writing. */
const CORES_PER_WORKER = 2;

/** Largest number of restarts of a worker that was killed. */
const STARTS = 3;

/** Folders and program of a script. */
export interface ScriptPlace {
  /** Working folder of the tasks. Names of matrix files are relative to it. */
  readonly cwd: string;
  /** Folder of the sweep. */
  readonly out: string;
  /** Words that start `ldpc` on a node. */
  readonly program: readonly string[];
}

/**
 * The job-array script of a sweep. Each task is the ordinary `ldpc sweep` on the shared folder. Slurm signals the script before the time
 * limit. The script then ends its worker, which keeps its finished work, and requeues the task. A killed worker is started again.
 * @throws InputError for a path with a line break or a quote, which `#SBATCH` lines cannot contain.
 * @example
 * slurmScript(options, { cwd: process.cwd(), out: "/scratch/sweep", program: ["ldpc"] });
 */
export function slurmScript(options: SlurmOptions, { cwd, out, program }: ScriptPlace): string {
  const sweep = ["sweep", resolve(cwd, options.file), "--out", out, ...workerOptions(options)];
  const command =
    options.inside === undefined
      ? [...program, ...sweep].map(shellWord).join(" ")
      : `${options.inside} ${["ldpc", ...sweep].map(shellWord).join(" ")}`;
  return [
    "#!/bin/bash",
    ...directives(options, cwd, out).map((directive) => `#SBATCH ${directive}`),
    `# Written by ldpc ${packageVersion()} slurm.`,
    ...options.setup,
    ...body(command),
    "",
  ].join("\n");
}

/** Log files of a sweep's tasks; `%A` and `%a` stand for the array and the task. */
export function logFile(out: string): string {
  return `${out.replaceAll("%", "%%")}/logs/%A_%a.log`;
}

/** The log files of a job, with Slurm's mark for the task alone: `/out/logs/17_%a.log`. */
export function logFileOf(out: string, job: string): string {
  return logFile(out).replaceAll(/%[%A]/g, (mark) => (mark === "%A" ? job : "%"));
}

function directives(options: SlurmOptions, cwd: string, out: string): string[] {
  const { array, gpusPerTask, cpusPerTask, jobName = "ldpc", grace } = options;
  const atOnce = array.atOnce === undefined ? "" : `%${array.atOnce}`;
  const cores = cpusPerTask ?? CORES_PER_WORKER * Math.max(1, gpusPerTask);
  const said = (["partition", "account", "qos", "constraint", "time", "mem"] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}=${options[name]}`],
  );
  return [
    `--job-name=${jobName}`,
    `--array=1-${array.tasks}${atOnce}`,
    `--nodes=1 --ntasks=1 --cpus-per-task=${cores}`,
    ...(gpusPerTask > 0 ? [`--gpus-per-node=${gpusPerTask}`] : []),
    ...said,
    "--requeue",
    `--signal=B:USR1@${grace}`,
    "--open-mode=append",
    `--output=${quotedPath(logFile(out))}`,
    `--chdir=${quotedPath(cwd)}`,
  ];
}

/** Options of a task's worker besides the sweep. */
function workerOptions({ gpusPerTask, engine, memory }: SlurmOptions): string[] {
  return [
    ...(gpusPerTask > 1 ? ["--adapter", "all"] : []),
    ...(engine === "auto" ? [] : ["--engine", engine]),
    ...(memory === undefined ? [] : ["--memory", String(memory)]),
  ];
}

/** Unique name of a task. The job's number alone is ambiguous, as the last task has the whole array's number. */
const TASK = '"$' + "{SLURM_ARRAY_JOB_ID}_$" + '{SLURM_ARRAY_TASK_ID}"';

function body(command: string): string[] {
  return [
    `echo "task" ${TASK} "on $SLURMD_NODENAME, start $((\${SLURM_RESTART_COUNT:-0} + 1)), $(date '+%F %T')"`,
    "stopped=",
    "worker=",
    "status=130",
    "# Slurm sends USR1 before the time limit, and TERM where it ends the task for another reason.",
    `trap 'stopped=limit; kill -TERM "$worker" 2>/dev/null' USR1`,
    `trap 'stopped=end; kill -TERM "$worker" 2>/dev/null' TERM`,
    `for start in $(seq ${STARTS}); do`,
    '  if [ -n "$stopped" ]; then break; fi',
    `  ${command} &`,
    "  worker=$!",
    "  # A signal ends the wait before the worker ends.",
    '  while wait "$worker"; status=$?; [ "$status" -gt 128 ] && kill -0 "$worker" 2>/dev/null; do :; done',
    "  # 130: ldpc itself ended because it was told to.",
    '  if [ -n "$stopped" ] || [ "$status" -le 128 ] || [ "$status" -eq 130 ]; then break; fi',
    `  echo "the worker was killed (status $status), start $start of ${STARTS}; what it did is kept"`,
    "done",
    'if [ "$stopped" = limit ] && [ "$status" -ne 0 ]; then',
    '  echo "the time limit is near: the task is requeued and goes on later"',
    `  scontrol requeue ${TASK}`,
    "fi",
    'exit "$status"',
  ];
}

/** A path for an `#SBATCH` line. */
function quotedPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a path must not have here.
  if (!/["\\\u0000-\u001f]/.test(path)) return `"${path}"`;
  throw new InputError(
    "has a quote, a backslash or a control character, which Slurm's scripts cannot hold: choose another folder",
    {
      file: JSON.stringify(path),
    },
  );
}
