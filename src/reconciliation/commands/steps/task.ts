import { CommandExit } from "../../../cli/exit.ts";
import { printJson, printText } from "../../../cli/output.ts";
import { Progress } from "../../../cli/progress.ts";
import { diskError } from "../../../node/disk/disk.ts";
import { type Lock, lockFolder } from "../../../node/disk/folder-lock.ts";
import { makeFolder, removeEmpty } from "../../../node/disk/make-folder.ts";
import { INTERRUPTED } from "../../../node/interrupts.ts";
import { openBits } from "./bits.ts";
import { type DisclosureSummary, discloseValues, disclosureText } from "./disclose.ts";
import { type DeliverySummary, deliver, deliveryText, makeKey } from "./key.ts";
import { nothingVerified } from "./key-summary.ts";
import type { ReconcileArguments, ReconcileTask } from "./options.ts";
import { discloseRetry } from "./retry.ts";
import { type ReconcileWork, reconcileBlocks } from "./run.ts";
import { type ReconcileSummary, summaryText } from "./summary.ts";
import { type ValueSummary, valueSummaryText } from "./value-summary.ts";
import { openValues } from "./values.ts";

/** Exit status if no block could be verified, so that there is no key. */
const NOTHING_VERIFIED = 3;

/**
 * Runs one end's step of the protocol, or both ends', and prints its summary.
 * @throws InputError for files or options that do not fit; CommandExit with status 3 if no block could be verified, 130 after Ctrl-C.
 */
export async function runTask(task: ReconcileTask, options: ReconcileArguments, signal: AbortSignal): Promise<void> {
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const made = privateFolder(options.out);
  let lock: Lock | undefined;
  try {
    lock = await lockOut(options.out, progress, signal);
    const work = { options, progress, signal };
    const summary = await reconciled(task, work);
    progress.stop();
    if (options.json) printJson(summary);
    else printText(summaryWords(summary));
    if ("key" in summary && summary.key?.verified === 0)
      throw new CommandExit(nothingVerified(summary.key), NOTHING_VERIFIED);
  } finally {
    progress.stop();
    lock?.release();
    removeEmpty(made);
  }
}

async function reconciled(
  task: ReconcileTask,
  work: ReconcileWork,
): Promise<ReconcileSummary | ValueSummary | DeliverySummary | DisclosureSummary> {
  if (task.kind === "disclose") return discloseValues(task, work.options);
  if (task.kind === "key") return makeKey(task, work);
  if (task.kind === "retry") return discloseRetry(task, work.options);
  if (task.kind === "deliver") return deliver(task, work);
  return work.options.cv ? reconcileBlocks(work, openValues, task) : reconcileBlocks(work, openBits, task);
}

function summaryWords(summary: Awaited<ReturnType<typeof reconciled>>): string {
  if ("message" in summary) return disclosureText(summary);
  if ("qber" in summary) return summaryText(summary);
  return "snr" in summary ? valueSummaryText(summary) : deliveryText(summary);
}

/** Makes the folder for this user alone if it does not exist. @returns the new folders. @throws InputError if it cannot be made. */
function privateFolder(folder: string): readonly string[] {
  try {
    return makeFolder(folder, 0o700);
  } catch (error) {
    throw diskError(error, folder);
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
