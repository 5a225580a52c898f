import type { CommandModule } from "yargs";
import { writeCorrelatedValues } from "../node/correlated-files.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { integerOption } from "./construct-options.ts";
import { CommandExit } from "./exit.ts";
import { evaluateNumber } from "./expression.ts";
import { untilInterrupted } from "./interrupt.ts";
import { print } from "./output.ts";

interface Arguments {
  readonly snr: string;
  readonly values: string;
  readonly seed: string;
  readonly out: string;
  readonly force: boolean;
}

const command: CommandModule<object, Arguments> = {
  command: "correlated-values",
  describe: "make Gaussian values of two ends, to try reconcile --cv with",
  builder: (yargs) => {
    const text = { type: "string", requiresArg: true } as const;
    return yargs
      .option("snr", { ...text, demandOption: true, describe: "SNR, linear, ρ²/(1 − ρ²): 0.161" })
      .option("values", { ...text, demandOption: true, describe: "values of each end: 1e6" })
      .option("seed", { ...text, default: "1", describe: "seed of the values" })
      .option("out", { ...text, default: "values", describe: "folder to write alice.npy and bob.npy to" })
      .option("force", { type: "boolean", default: false, describe: "overwrite files" })
      .example("$0 correlated-values --snr 0.2 --values 1e6 --out values", "values/alice.npy, values/bob.npy");
  },
  handler: (options) => untilInterrupted((signal) => make(options, signal)),
};

export default command;

async function make({ snr, values, seed, out, force }: Arguments, signal: AbortSignal): Promise<void> {
  const paths = await writeCorrelatedValues({
    folder: out,
    snr: await evaluateNumber(snr, "--snr"),
    values: integerOption("values", String(await evaluateNumber(values, "--values")), 1),
    seed: integerOption("seed", seed, 0, 2 ** 32 - 1),
    ...{ force, signal },
  });
  if (paths.length === 0) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
  print(`written  ${paths.join(", ")}`);
}
