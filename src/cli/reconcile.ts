import type { CommandModule } from "yargs";
import { lockFolder } from "../node/folder-lock.ts";
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
  const release = lockFolder(options.out);
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
    release();
  }
}
