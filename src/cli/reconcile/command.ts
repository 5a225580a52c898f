import { diskError } from "../../node/disk/disk.ts";
import { type Lock, lockFolder } from "../../node/disk/folder-lock.ts";
import { makeFolder } from "../../node/disk/make-folder.ts";
import { INTERRUPTED } from "../../node/run/worker-process.ts";
import { defineCommand } from "../command-line/command.ts";
import { checkUsage } from "../command-line/usage-error.ts";
import { CommandExit } from "../exit.ts";
import { untilInterrupted } from "../interrupt.ts";
import { print, printJson } from "../output.ts";
import { Progress } from "../progress.ts";
import { openBits } from "./bits.ts";
import { type DisclosureSummary, discloseValues, disclosureText } from "./disclose.ts";
import { type DeliverySummary, deliver, deliveryText, makeKey } from "./key.ts";
import { nothingVerified } from "./key-summary.ts";
import { type ReconcileArguments, type ReconcileTask, reconcileTask } from "./options.ts";
import { tellRetry } from "./retry.ts";
import { type ReconcileWork, reconcileBlocks } from "./run.ts";
import { type ReconcileSummary, summaryText } from "./summary.ts";
import { RECONCILE_OPTIONS } from "./table.ts";
import { type ValueSummary, valueSummaryText } from "./value-summary.ts";
import { openValues } from "./values.ts";

export default defineCommand({
  options: RECONCILE_OPTIONS,
  about: ["Messages between ends that are apart must be authenticated: see --auth-key."],
  examples: [
    { line: "ldpc reconcile --family dvbs2 --qber 0.03 --alice a.bin --bob b.bin", does: "both ends on this machine" },
    {
      line: "ldpc reconcile --code wifi-1944-1296 --qber 0.05 --alice a.bin --out alice",
      does: "Alice writes alice/syndromes.ldpc",
    },
    {
      line: "ldpc reconcile --bob b.bin --syndromes syndromes.ldpc --out bob",
      does: "Bob gets a pending key and writes bob/verdict.ldpc for Alice",
    },
    {
      line: "ldpc reconcile --alice a.bin --syndromes alice/syndromes.ldpc --verdict verdict.ldpc --out alice",
      does: "Alice gets alice/alice.key and writes alice/confirmation.ldpc for Bob",
    },
    { line: "ldpc reconcile --confirmation confirmation.ldpc --out bob", does: "Bob gets bob/bob.key" },
    {
      line: "ldpc reconcile --cv --code met-10000-1000 --snr 0.2 --alice x.npy --bob y.npy",
      does: "Gaussian values of both ends",
    },
    {
      line: "ldpc reconcile --cv --alice x.npy --disclose 10 --modulation-variance 4 --out alice",
      does: "Gaussian values, ends apart: alice/disclosed.ldpc for --disclosed of Bob",
    },
  ],
  run: (options) => untilInterrupted((signal) => reconcile(options, signal)),
});

/** The folder, made for its user alone if it is not there yet. @throws InputError if it cannot be made. */
function privateFolder(folder: string): string {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw diskError(error, folder);
  }
  return folder;
}

/** Exit status if there is no key because no block could be verified. */
const NOTHING_VERIFIED = 3;

async function reconciled(
  task: ReconcileTask,
  work: ReconcileWork,
): Promise<ReconcileSummary | ValueSummary | DeliverySummary | DisclosureSummary> {
  if (task.kind === "disclose") return discloseValues(task, work.options);
  if (task.kind === "key") return makeKey(task, work);
  if (task.kind === "retry") return tellRetry(task, work.options);
  if (task.kind === "deliver") return deliver(task, work);
  return work.options.cv ? reconcileBlocks(work, openValues, task) : reconcileBlocks(work, openBits, task);
}

async function reconcile(options: ReconcileArguments, signal: AbortSignal): Promise<void> {
  const task = checkUsage(() => reconcileTask(options));
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const lock = await lockOut(privateFolder(options.out), progress, signal);
  try {
    const work = { options, progress, signal };
    const summary = await reconciled(task, work);
    progress.stop();
    if (options.json) printJson(summary);
    else print(summaryWords(summary));
    if ("key" in summary && summary.key?.verified === 0)
      throw new CommandExit(nothingVerified(summary.key), NOTHING_VERIFIED);
  } finally {
    progress.stop();
    lock.release();
  }
}

function summaryWords(summary: Awaited<ReturnType<typeof reconciled>>): string {
  if ("message" in summary) return disclosureText(summary);
  if ("qber" in summary) return summaryText(summary);
  return "snr" in summary ? valueSummaryText(summary) : deliveryText(summary);
}

async function lockOut(folder: string, progress: Progress, signal: AbortSignal): Promise<Lock> {
  try {
    return await lockFolder(folder, { signal, onWait: (text) => progress.say(`waits for signs of life of ${text}`) });
  } catch (error) {
    if (signal.aborted) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
    throw error;
  }
}
