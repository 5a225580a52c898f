import { defineCommand, type Values } from "../../cli/command-line/command.ts";
import { flag, number, text } from "../../cli/command-line/option.ts";
import { CommandExit } from "../../cli/exit.ts";
import { untilInterrupted } from "../../cli/interrupt.ts";
import { print } from "../../cli/output.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { writeCorrelatedValues } from "../files/correlated-files.ts";

const OPTIONS = {
  snr: number({
    group: "Channel",
    placeholder: "SNR",
    describe: "SNR of the values, linear: ρ²/(1 − ρ²) at a correlation of ρ",
    example: "0.161",
    noun: "an SNR",
    above: 0,
    required: true,
  }),
  values: number({
    group: "Channel",
    describe: "values of each end",
    example: "1e6",
    noun: "the number of values",
    whole: true,
    minimum: 1,
    required: true,
  }),
  seed: number({
    group: "Channel",
    placeholder: "SEED",
    describe: "seed of the values",
    example: "7",
    noun: "a seed",
    whole: true,
    minimum: 0,
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

async function make({ out, ...options }: Values<typeof OPTIONS>, signal: AbortSignal): Promise<void> {
  const paths = await writeCorrelatedValues({ folder: out, ...options, signal });
  if (paths.length === 0) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
  print(`written  ${paths.join(", ")}`);
}
