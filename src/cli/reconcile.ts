import type { CommandModule } from "yargs";
import { type Lock, lockFolder } from "../node/folder-lock.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { CommandExit } from "./exit.ts";
import { untilInterrupted } from "./interrupt.ts";
import { print, printJson } from "./output.ts";
import { Progress } from "./progress.ts";
import { openBits } from "./reconcile-bits.ts";
import { makeKey } from "./reconcile-key.ts";
import { type ReconcileArguments, reconcileTask, withReconcileOptions } from "./reconcile-options.ts";
import { reconcileBlocks } from "./reconcile-run.ts";
import { summaryText } from "./reconcile-summary.ts";
import { valueSummaryText } from "./reconcile-value-summary.ts";
import { openValues } from "./reconcile-values.ts";

const command: CommandModule<object, ReconcileArguments> = {
  command: "reconcile",
  describe: "correct sifted keys of quantum key distribution",
  builder: (yargs) =>
    withReconcileOptions(yargs)
      .example("$0 reconcile --family dvbs2 --qber 0.03 --alice a.bin --bob b.bin", "both ends here")
      .example(
        "$0 reconcile --code wifi-1944-1296 --qber 0.05 --alice a.bin --out alice",
        "Alice: alice/syndromes.ldpc",
      )
      .example(
        "$0 reconcile --bob b.bin --syndromes syndromes.ldpc --out bob",
        "Bob: bob/bob.key, and bob/verdict.ldpc for Alice",
      )
      .example(
        "$0 reconcile --alice a.bin --syndromes alice/syndromes.ldpc --verdict verdict.ldpc --out alice",
        "Alice: alice/alice.key",
      )
      .example(
        "$0 reconcile --cv --code met-10000-1000 --snr 0.2 --alice x.npy --bob y.npy",
        "Gaussian values of both ends",
      ),
  handler: (options) => untilInterrupted((signal) => reconcile(options, signal)),
};

export default command;

async function reconcile(options: ReconcileArguments, signal: AbortSignal): Promise<void> {
  const task = reconcileTask(options);
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const lock = await lockOut(options.out, progress, signal);
  try {
    const work = { options, progress, signal };
    const summary =
      task.kind === "key"
        ? await makeKey(task, work)
        : options.cv
          ? await reconcileBlocks(work, openValues, task)
          : await reconcileBlocks(work, openBits, task);
    progress.stop();
    if (options.json) printJson(summary);
    else print("qber" in summary ? summaryText(summary) : valueSummaryText(summary));
  } finally {
    progress.stop();
    lock.release();
  }
}

async function lockOut(folder: string, progress: Progress, signal: AbortSignal): Promise<Lock> {
  try {
    return await lockFolder(folder, { signal, onWait: (text) => progress.say(`waits for signs of life of ${text}`) });
  } catch (error) {
    if (signal.aborted) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
    throw error;
  }
}
