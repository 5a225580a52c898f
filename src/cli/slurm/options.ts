import { InputError } from "../../errors.ts";
import type { Values } from "../command-line/command.ts";
import { unitSeconds } from "../command-line/duration.ts";
import { flag, number, type Option, operand, parsed, text, texts } from "../command-line/option.ts";
import { SIMULATE_OPTIONS } from "../simulate/options.ts";
import { SWEEP_OPTIONS } from "../sweep/command.ts";

/** An option for a word in a `#SBATCH` line. Slurm parses these lines almost like a shell, so the word may have no special characters. */
function word(placeholder: string, describe: string, example: string, defaultText: string): Option<string | undefined> {
  return parsed({ group: "Slurm", placeholder, describe, example, defaultText }, (value, label) => {
    if (/^[\w.,:;=*+@/&|()[\]-]+$/.test(value)) return value;
    throw new InputError(`${label} "${value}": give a word without spaces and quotes, for example ${example}`);
  });
}

/** Number of tasks of an array, and number of tasks that run at once. */
export interface ArraySize {
  readonly tasks: number;
  readonly atOnce?: number;
}

/** Largest number of tasks of an array. Slurm's own limit, MaxArraySize, is 1001 unless the cluster raises it. */
const TASKS_MAXIMUM = 100_000;

/** Reads `32`, or `32%8` for at most eight tasks at once. @throws InputError for another text. */
export function readArraySize(value: string, label: string): ArraySize {
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

/** The options of `ldpc slurm`. */
export const SLURM_OPTIONS = {
  file: operand({ group: "Files", describe: "sweep file, as ldpc sweep takes it", example: "sweep.json" }),
  out: SWEEP_OPTIONS.out,
  "dry-run": flag({ group: "Output", describe: "print the script instead of submitting it; nothing is written" }),
  config: text({
    seldom: true,
    group: "Output",
    placeholder: "FILE",
    describe: "JSON file with these options under their names; the command line wins over it",
    example: "slurm.json",
  }),
  array: parsed(
    {
      group: "Slurm",
      placeholder: "N",
      describe: "tasks of the job array, each a worker on all runs; N%M runs at most M of them at once",
      example: "32",
      required: true,
    },
    readArraySize,
  ),
  "gpus-per-task": number({
    group: "Slurm",
    describe: "GPUs of a task; with several there is a worker for each",
    example: "4",
    noun: "the number of GPUs",
    whole: true,
    minimum: 0,
    maximum: 64,
    default: 1,
  }),
  "cpus-per-task": number({
    group: "Slurm",
    describe: "processor cores of a task",
    example: "8",
    noun: "the number of cores",
    whole: true,
    minimum: 1,
    maximum: 1024,
    defaultText: "2 for each GPU, or 2",
  }),
  mem: word("SIZE", "memory of a task", "16G", "the cluster's"),
  time: parsed(
    {
      group: "Slurm",
      placeholder: "TIME",
      describe: "time limit of a task; a task that reaches it is requeued and goes on",
      example: "04:00:00",
      defaultText: "the partition's",
    },
    (value, label) => {
      if (TIME.test(value)) return value;
      const seconds = unitSeconds(value);
      if (seconds !== undefined && seconds > 0) return String(Math.ceil(seconds / 60));
      throw new InputError(`${label} "${value}": give minutes, or a time such as 04:00:00, 1-12:00 or 4h`);
    },
  ),
  grace: number({
    group: "Slurm",
    placeholder: "SECONDS",
    describe: "time before the time limit at which a task is asked to end",
    example: "60",
    noun: "the time in seconds",
    whole: true,
    minimum: 1,
    maximum: 65_535,
    default: 120,
  }),
  partition: word("NAME", "partition", "gpu", "the cluster's"),
  account: word("NAME", "account to charge", "project7", "the user's"),
  qos: { ...word("NAME", "quality of service", "long", "the user's"), seldom: true },
  constraint: { ...word("FEATURES", "features that a node must have", "h100", "none"), seldom: true },
  "job-name": word("NAME", "name of the job", "wimax", "ldpc"),
  setup: texts({
    group: "Slurm",
    placeholder: "LINE",
    describe: "shell line to run before the worker; may be repeated",
    example: "module load nodejs/20",
    default: [],
    single: true,
  }),
  inside: parsed(
    {
      group: "Slurm",
      placeholder: "COMMAND",
      describe: "command that runs ldpc elsewhere, such as in a container that has it",
      example: "apptainer exec --nv ldpc.sif",
      defaultText: "the ldpc that wrote the script",
    },
    (value, label) => {
      if (!/[\r\n]/.test(value)) return value;
      throw new InputError(`${label} has several lines: give one command, and lines before it by --setup`);
    },
  ),
  engine: SIMULATE_OPTIONS.engine,
  memory: SIMULATE_OPTIONS.memory,
} as const;

/** Values of `SLURM_OPTIONS`. */
export type SlurmOptions = Values<typeof SLURM_OPTIONS>;
