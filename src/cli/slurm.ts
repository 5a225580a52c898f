import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { InputError } from "../errors.ts";
import { makeFolder, removeEmpty, writeFileAtomic } from "../node/disk/disk.ts";
import { entryBeside, type ProcessEntry } from "../node/engine/entry.ts";
import { packageVersion } from "../node/program.ts";
import { printable } from "../printable.ts";
import { counted } from "../report/format.ts";
import { shellWord } from "../shell-word.ts";
import {
  type Command,
  flag,
  inGroup,
  number,
  type Option,
  operand,
  parsed,
  text,
  texts,
  unitSeconds,
  type Values,
} from "./command-line/option.ts";
import { UsageError, withConfigFile } from "./command-line/parse.ts";
import { print, printJson, say } from "./output.ts";
import { SIMULATE_OPTIONS } from "./simulate.ts";
import { planSweep, SWEEP_OPTIONS, sweepFolder } from "./sweep.ts";

/** An option for a word in a `#SBATCH` line. Slurm parses these lines almost like a shell, so the word may have no special characters. */
function word(placeholder: string, describe: string, example: string, defaultText: string): Option<string | undefined> {
  return parsed({ placeholder, example, defaultText }, describe, (value, label) => {
    if (/^[\w.,:;=*+@/&|()[\]-]+$/.test(value)) return value;
    throw new InputError(`${label} "${value}": give a word without spaces and quotes, for example ${example}`);
  });
}

/** Number of tasks of an array, and number of tasks that run at once. */
interface ArraySize {
  readonly tasks: number;
  readonly atOnce?: number;
}

/** Largest number of tasks of an array. Slurm's own limit, MaxArraySize, is 1001 unless the cluster raises it. */
const TASKS_MAXIMUM = 100_000;

/** Reads `32`, or `32%8` for at most eight tasks at once. @throws InputError for another text. */
function readArraySize(value: string, label: string): ArraySize {
  const [, tasks, atOnce] = /^(\d{1,6})(?:%(\d{1,6}))?$/.exec(value.trim()) ?? [];
  const size = { tasks: Number(tasks), ...(atOnce === undefined ? {} : { atOnce: Number(atOnce) }) };
  const isSize = size.tasks >= 1 && size.tasks <= TASKS_MAXIMUM && (size.atOnce ?? 1) >= 1;
  if (isSize) return size;
  throw new InputError(
    `${label} "${value}": give a number of tasks from 1 to ${TASKS_MAXIMUM}, for example 32, or 32%8 for eight at once`,
  );
}

/** Slurm's formats of a time: minutes, `minutes:seconds`, `hours:minutes:seconds`, `days-hours[:minutes[:seconds]]`. */
const TIME = /^(\d+|\d+:\d{1,2}|\d+:\d{1,2}:\d{1,2}|\d+-\d{1,2}(:\d{1,2}){0,2})$/;

const SLURM_OPTIONS = {
  file: operand({ group: "Files", example: "sweep.json" }, "sweep file, as ldpc sweep takes it"),
  out: SWEEP_OPTIONS.out,
  ...inGroup("Output", {
    json: flag("print the submitted job as JSON"),
    "dry-run": flag("print the script instead of submitting it; nothing is written"),
    config: text(
      { seldom: true, placeholder: "FILE", example: "slurm.json" },
      "JSON file with these options under their names; the command line wins over it",
    ),
  }),
  ...inGroup("Slurm", {
    array: parsed(
      { placeholder: "N", example: "32", required: true },
      "tasks of the job array, each a worker on all runs; N%M runs at most M of them at once",
      readArraySize,
    ),
    "gpus-per-task": number(
      { example: "4", whole: 0, maximum: 64, default: 1 },
      "GPUs of a task; with several there is a worker for each",
    ),
    "cpus-per-task": number(
      { example: "8", whole: 1, maximum: 1024, defaultText: "2 for each GPU, or 2" },
      "processor cores of a task",
    ),
    mem: word("SIZE", "memory of a task", "16G", "the cluster's"),
    time: parsed(
      { placeholder: "TIME", example: "04:00:00", defaultText: "the partition's" },
      "time limit of a task; a task that reaches it is requeued and goes on",
      (value, label) => {
        if (TIME.test(value)) return value;
        const seconds = unitSeconds(value);
        if (seconds !== undefined && seconds > 0) return String(Math.ceil(seconds / 60));
        throw new InputError(`${label} "${value}": give minutes, or a time such as 04:00:00, 1-12:00 or 4h`);
      },
    ),
    grace: number(
      { placeholder: "SECONDS", example: "60", whole: 1, maximum: 65_535, default: 120 },
      "time before the time limit at which a task is asked to end",
    ),
    partition: word("NAME", "partition", "gpu", "the cluster's"),
    account: word("NAME", "account to charge", "project7", "the user's"),
    qos: { ...word("NAME", "quality of service", "long", "the user's"), seldom: true },
    constraint: { ...word("FEATURES", "features that a node must have", "h100", "none"), seldom: true },
    "job-name": word("NAME", "name of the job", "wimax", "ldpc"),
    setup: texts(
      { placeholder: "LINE", example: "module load nodejs/20", default: [], single: true },
      "shell line to run before the worker; may be repeated",
    ),
    inside: parsed(
      {
        placeholder: "COMMAND",
        example: "apptainer exec --nv ldpc.sif",
        defaultText: "the ldpc that wrote the script",
      },
      "command that runs ldpc elsewhere, such as in a container that has it",
      (value, label) => {
        if (!/[\r\n]/.test(value)) return value;
        throw new InputError(`${label} has several lines: give one command, and lines before it by --setup`);
      },
    ),
  }),
  engine: SIMULATE_OPTIONS.engine,
  memory: SIMULATE_OPTIONS.memory,
} as const;

type SlurmOptions = Values<typeof SLURM_OPTIONS>;

/**
 * The command for a program.
 * @param entry entry of `ldpc`, which the script starts on the nodes.
 * @param hand submits the script to Slurm and returns its answer, which has the job's number. Tests pass their own.
 */
export function slurmCommand(
  entry: ProcessEntry,
  hand: (script: string) => string = submit,
): Command<typeof SLURM_OPTIONS> {
  return {
    options: SLURM_OPTIONS,
    about: [
      "Writes a job-array script and submits it. Each task of the array is an ordinary ldpc sweep on the shared folder, so the counts equal one process's. A task that reaches its time limit ends in time and is requeued; the other tasks take over the claims of a dead task or node.",
      "The sweep file is checked before anything is submitted. Run the command in a folder that the nodes share.",
    ],
    examples: {
      "ldpc slurm sweep.json --array 32 --partition gpu --time 04:00:00 --out runs/sweep": "32 tasks with a GPU each",
      "ldpc slurm sweep.json --array 32 --dry-run": "print the script",
    },
    complete: (said) => withConfigFile(said, SLURM_OPTIONS),
    async run(options) {
      const cwd = process.cwd();
      const out = resolve(sweepFolder(options.file, options.out));
      const runs = await planSweep(options.file, out, new Map());
      const program = [process.execPath, ...entry.execArgv, entry.path];
      const script = slurmScript(options, { cwd, out, program });
      if (options.dryRun && options.json) throw new UsageError("--dry-run prints the script: leave --json out");
      if (options.dryRun) return print(script);
      const file = join(out, "slurm.sh");
      // Slurm fails a task whose log it cannot open.
      const made = makeFolder(join(out, "logs"));
      let answer = "";
      try {
        // The script is on the disk before the job is submitted, and replaces that of an earlier job once Slurm has taken it.
        writeFileAtomic(file, script, {}, () => {
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
      const logs = logFileOf(out, job);
      if (options.json) return printJson("slurm 1", { job, tasks, runs: runs.length, script: file, logs });
      print(
        [
          `submitted job ${job}: ${counted(tasks, "task")} on ${counted(runs.length, "run")}`,
          `script: ${file}`,
          `logs: ${logs}`,
          `how far it is: ldpc status ${shellWord(out)}`,
        ].join("\n"),
      );
    },
  };
}

export default slurmCommand(entryBeside("./main", import.meta.url));

/** Cores of a task for each worker: one for decoding work that the GPU does not do, one for compiling and writing. */
const CORES_PER_WORKER = 2;

/** Largest number of restarts of a worker that was killed. */
const STARTS = 3;

/** Folders and program of a script. */
interface ScriptPlace {
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
function slurmScript(options: SlurmOptions, { cwd, out, program }: ScriptPlace): string {
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
function logFile(out: string): string {
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
    `trap 'stopped=limit woken=yes; kill -TERM "$worker" 2>/dev/null' USR1`,
    `trap 'stopped=end woken=yes; kill -TERM "$worker" 2>/dev/null' TERM`,
    `for start in $(seq ${STARTS}); do`,
    "  worker=",
    '  if [ -n "$stopped" ]; then break; fi',
    `  ${command} &`,
    "  # A signal before this line found no worker to stop; one after it finds the worker.",
    "  missed=$stopped worker=$!",
    '  if [ -n "$missed" ]; then kill -TERM "$worker" 2>/dev/null; fi',
    "  # A signal ends the wait, with a status of its own. The worker's comes from another wait, even if it has ended by then.",
    '  while woken=; wait "$worker"; status=$?; [ "$status" -gt 128 ] && [ -n "$woken" ]; do :; done',
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
    { file: JSON.stringify(path) },
  );
}

/**
 * Passes a script to sbatch.
 * @throws InputError if sbatch is missing, or with sbatch's message if it refuses: no job was submitted.
 */
export function submit(script: string): string {
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
}

/** The job's number in sbatch's answer. @throws InputError if there is none. */
export function jobNumber(stdout: string): string {
  // On a cluster of clusters the cluster's name follows. A wrapper of sbatch may say more, in other lines.
  const job = /^(\d+)(?:;.*)?$/m.exec(stdout)?.[1];
  if (job !== undefined) return job;
  throw new InputError(
    `sbatch took the script and named no job (it said "${printable(stdout.trim())}"): look with squeue --me`,
  );
}
