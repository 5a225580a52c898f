import { existsSync } from "node:fs";
import { InputError } from "../errors.ts";
import { openBitFile } from "../node/bit-file.ts";
import { KeyFile } from "../node/key-file.ts";
import { keepVerified } from "../node/reconcile-key.ts";
import { reconciliationFile, unfinishedRun } from "../node/reconciliation-folder.ts";
import { isOfValues, partyOf, SYNDROMES, VERDICT } from "../node/reconciliation-headers.ts";
import { RecordReader } from "../node/record-file.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { formatCount } from "../report/format.ts";
import { CommandExit } from "./exit.ts";
import type { ReconcileTask } from "./reconcile-options.ts";
import { requireKind } from "./reconcile-plan.ts";
import type { ReconcileWork } from "./reconcile-run.ts";
import { type ReconcileSummary, summarise } from "./reconcile-summary.ts";
import { summariseValues, type ValueSummary } from "./reconcile-value-summary.ts";

/** The reference end's last step: its key, without the blocks that the decoding end could not verify. */
export async function makeKey(
  task: Extract<ReconcileTask, { kind: "key" }>,
  { options, progress, signal }: ReconcileWork,
): Promise<ReconcileSummary | ValueSummary> {
  const path = reconciliationFile(options.out, partyOf("reference", options.cv));
  if (existsSync(path) && !options.force)
    throw new InputError("is there already: --force overwrites it", { file: path });
  if (unfinishedRun(options.out) !== undefined) {
    throw new InputError("holds an unfinished run: finish it first, or choose another --out", { file: options.out });
  }
  const open: { close(): Promise<void> }[] = [];
  let key: KeyFile | undefined;
  try {
    const syndromes = await RecordReader.open(task.syndromes, SYNDROMES);
    open.push(syndromes);
    const verdict = await RecordReader.open(task.verdict, VERDICT);
    open.push(verdict);
    const stream = syndromes.header;
    requireKind(options, stream, task.syndromes);
    const input = await openBitFile(task.reference, { bits: stream.bits, of: task.syndromes });
    open.push(input);
    key = KeyFile.create(path);
    const begin = performance.now();
    let done = 0;
    const line = () => `${formatCount(done)} of ${formatCount(stream.blocks)} blocks`;
    progress.start({ table: line, line });
    const { blocks, verified } = await keepVerified({
      ...{ input, syndromes, verdict, key, signal },
      progress: (now) => {
        done = now;
      },
    });
    if (blocks < stream.blocks) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
    const bits = key.bits;
    key.finish();
    const timing = { seconds: (performance.now() - begin) / 1000, bits: stream.bits };
    const found = { key: { verified, failed: blocks - verified, bits } };
    if (isOfValues(stream)) return summariseValues(stream, [path], timing, found);
    return summarise(stream, [path], timing, found);
  } finally {
    key?.discard();
    for (const file of open) await file.close();
  }
}
