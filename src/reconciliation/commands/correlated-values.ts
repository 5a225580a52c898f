import { join } from "node:path";
import { defineCommand, flag, number, text, type Values } from "../../cli/command-line/option.ts";
import { CommandExit, untilInterrupted } from "../../cli/exit.ts";
import { print, printJson } from "../../cli/output.ts";
import { diskError, makeFolder, PartFile, removeEmpty } from "../../node/disk/disk.ts";
import { INTERRUPTED } from "../../node/program.ts";
import { npyHeader } from "../../npy.ts";
import { correlatedValues } from "../core/estimation.ts";

/** Correlated values to be written. */
interface CorrelatedFiles {
  readonly folder: string;
  readonly snr: number;
  readonly seed: number;
  /** Number of values of each end. */
  readonly values: number;
  /** Overwrites files. */
  readonly force: boolean;
  readonly signal?: AbortSignal;
}

/** Values that are made at once. */
const AT_ONCE = 2 ** 18;

/**
 * Writes Gaussian values of both ends (`correlatedValues`) as float32: Alice's x to `alice.npy`, Bob's y to `bob.npy`.
 * @returns their paths; an empty list if it was interrupted.
 * @throws InputError if a file exists and `force` is not set, or if it cannot be written.
 */
export async function writeCorrelatedValues(job: CorrelatedFiles): Promise<string[]> {
  const { folder, snr, seed, values, force, signal } = job;
  let made: readonly string[];
  try {
    made = makeFolder(folder);
  } catch (error) {
    throw diskError(error, folder);
  }
  const paths = ["alice.npy", "bob.npy"].map((name) => join(folder, name));
  const files: PartFile[] = [];
  try {
    for (const path of paths) files.push(new PartFile(path, force));
    for (const file of files) file.write(npyHeader("f32", [values]));
    for (let first = 0; first < values; first += AT_ONCE) {
      // Without this pause the process would not notice an interruption.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) return [];
      const { x, y } = correlatedValues(snr, seed, { first, count: Math.min(AT_ONCE, values - first) });
      [x, y].forEach((part, i) => {
        files[i].write(new Uint8Array(Float32Array.from(part).buffer));
      });
    }
    for (const file of files) file.finish();
    return paths;
  } finally {
    for (const file of files) file.discard();
    removeEmpty(made);
  }
}

const OPTIONS = {
  snr: number({
    group: "Channel",
    placeholder: "SNR",
    describe: "SNR of the values, linear: ρ²/(1 − ρ²) at a correlation of ρ",
    example: "0.161",
    above: 0,
    required: true,
  }),
  values: number({
    group: "Channel",
    describe: "values of each end",
    example: "1e6",
    whole: 1,
    required: true,
  }),
  seed: number({
    group: "Channel",
    placeholder: "SEED",
    describe: "seed of the values",
    example: "7",
    whole: 0,
    maximum: 2 ** 32 - 1,
    default: 1,
  }),
  out: text({
    group: "Output",
    placeholder: "FOLDER",
    describe: "folder to write alice.npy and bob.npy to",
    example: "values",
    default: "values",
  }),
  force: flag({ group: "Output", describe: "overwrite files that are there" }),
  json: flag({ group: "Output", describe: "print JSON instead of text" }),
} as const;

export default defineCommand({
  options: OPTIONS,
  examples: [
    {
      line: "ldpc correlated-values --snr 0.2 --values 1e6 --out values",
      does: "a million values of each end, for ldpc key cv",
    },
  ],
  run: (options) => untilInterrupted((signal) => make(options, signal)),
});

async function make({ out, json, ...options }: Values<typeof OPTIONS>, signal: AbortSignal): Promise<void> {
  const paths = await writeCorrelatedValues({ folder: out, ...options, signal });
  if (paths.length === 0) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
  if (json) printJson("correlated-values 1", { files: paths });
  else print(`written  ${paths.join(", ")}`);
}
