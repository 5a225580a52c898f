import { decoderText, readDecoder } from "../decoder/decoder.ts";
import type { Engine } from "../engine/engine.ts";
import { InputError } from "../errors.ts";
import { type BitFile, openBitFile } from "../node/bit-file.ts";
import { engineSentence, openEngine } from "../node/engines.ts";
import { reconcileStream, splitPayloads } from "../node/reconcile-stream.ts";
import { dropUnfinishedRun, ReconciliationFolder, unfinishedRun } from "../node/reconciliation-folder.ts";
import {
  blockLengths,
  type JournalHeader,
  keyBitsOf,
  type StreamHeader,
  SYNDROMES,
} from "../node/reconciliation-headers.ts";
import { RecordReader } from "../node/record-file.ts";
import { INTERRUPTED } from "../node/worker-process.ts";
import { alice } from "../reconciliation/alice.ts";
import { bob } from "../reconciliation/bob.ts";
import { formatCount, formatDuration, formatQuantity } from "../report/format.ts";
import { integerOption } from "./construct-options.ts";
import { CommandExit } from "./exit.ts";
import type { Progress } from "./progress.ts";
import { RECONCILIATION_DECODER, type ReconcileArguments, type ReconcileTask } from "./reconcile-options.ts";
import { newStream, readQber, receivedStream, type StreamPlan } from "./reconcile-plan.ts";
import { runDifference } from "./reconcile-resume.ts";
import { type ReconcileSummary, summarise } from "./reconcile-summary.ts";

/** What every task of `reconcile` is given. */
export interface ReconcileWork {
  readonly options: ReconcileArguments;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The files that a task reads. */
interface Inputs {
  alice?: BitFile;
  bob?: BitFile;
  syndromes?: RecordReader<StreamHeader>;
}

/** Both ends, Alice's alone or Bob's alone: all that a device has to do with. */
export async function reconcileBlocks(
  task: Exclude<ReconcileTask, { kind: "key" }>,
  work: ReconcileWork,
): Promise<ReconcileSummary> {
  const inputs: Inputs = {};
  let engine: Engine | undefined;
  let folder: ReconciliationFolder | undefined;
  try {
    await openInputs(task, work.options, inputs);
    const { plan, header } = await planRun(work.options, inputs);
    const { syndromes } = inputs;
    folder = await ReconciliationFolder.open({
      ...{ folder: work.options.out, header, force: work.options.force },
      ends: { alice: inputs.alice !== undefined, bob: inputs.bob !== undefined },
      received: syndromes && {
        id: syndromes.id,
        hashes: async (first, count) => splitPayloads(await syndromes.read(first, count), syndromes.header).hashes,
      },
    });
    engine = await openEngine(work.options);
    return await run(work, { plan, header, inputs, engine, folder });
  } finally {
    work.progress.stop();
    folder?.close();
    for (const file of Object.values(inputs)) await file?.close();
    await engine?.close();
  }
}

interface Run {
  readonly plan: StreamPlan;
  readonly header: JournalHeader;
  readonly inputs: Inputs;
  readonly engine: Engine;
  readonly folder: ReconciliationFolder;
}

async function run({ progress, signal }: ReconcileWork, all: Run): Promise<ReconcileSummary> {
  const { plan, header, inputs, engine, folder } = all;
  const { stream, parameters } = plan;
  const { code, blocks } = stream;
  progress.say(
    `${code.name}, ${code.columns} columns: ${formatCount(blocks)} blocks of ${formatCount(keyBitsOf(stream))} bits${header.decoding ? `, ${header.decoding.decoder}` : ""}`,
  );
  progress.say(engineSentence(engine.info));
  const before = folder.blocks;
  if (before > 0) progress.say(`${formatCount(before)} blocks are done: goes on behind them`);
  const encoder = inputs.alice && alice(engine, parameters);
  const corrector = inputs.bob && bob(engine, parameters, readDecoder(header.decoding!.decoder), header.decoding!.qber);
  try {
    const begin = performance.now();
    const now = { failed: 0, bits: 0 };
    const line = () => progressLine(folder.blocks, before, stream, now, (performance.now() - begin) / 1000);
    progress.start({ table: line, line });
    await reconcileStream({
      ...{ stream, syndromes: inputs.syndromes, output: folder, signal, runsInFlight: engine.runsInFlight },
      alice: encoder && { end: encoder, input: inputs.alice! },
      bob: corrector && { end: corrector, input: inputs.bob! },
      progress({ results }) {
        now.bits += blockLengths(stream, folder.blocks - results.length, results.length).reduce((a, b) => a + b, 0);
        if (corrector !== undefined) now.failed += results.filter(({ verified }) => !verified).length;
      },
    });
    progress.stop();
    if (folder.blocks < blocks) {
      const done = `${formatCount(folder.blocks)} of ${formatCount(blocks)} blocks are done`;
      throw new CommandExit(`interrupted; ${done}: the same command goes on with them`, INTERRUPTED);
    }
    const totals = corrector && folder.totals();
    const files = folder.finish();
    const timing = { seconds: (performance.now() - begin) / 1000, bits: now.bits, device: engine.info };
    return summarise(stream, files, timing, { totals, decoder: header.decoding?.decoder });
  } finally {
    encoder?.release();
    corrector?.release();
  }
}

async function openInputs(
  task: Exclude<ReconcileTask, { kind: "key" }>,
  options: ReconcileArguments,
  inputs: Inputs,
): Promise<void> {
  if (task.kind === "bob") {
    inputs.syndromes = await RecordReader.open(task.syndromes, SYNDROMES);
    inputs.bob = await openBitFile(task.bob, { bits: inputs.syndromes.header.bits, of: task.syndromes });
    return;
  }
  const bits = options.bits === undefined ? undefined : integerOption("bits", options.bits, 1);
  inputs.alice = await openBitFile(task.alice, bits === undefined ? undefined : { bits, of: "--bits" });
  if (task.kind === "both") inputs.bob = await openBitFile(task.bob, { bits: inputs.alice.bits, of: task.alice });
}

/** What the run is about: what an unfinished one in the folder was, or a new one. */
async function planRun(
  options: ReconcileArguments,
  inputs: Inputs,
): Promise<{ plan: StreamPlan; header: JournalHeader }> {
  const unfinished = unfinishedRun(options.out);
  const planned = await planWith(options, inputs, unfinished?.stream.salt);
  if (unfinished === undefined) return planned;
  const difference = runDifference(unfinished, planned.header);
  if (difference === undefined) return planned;
  if (!options.force) {
    throw new InputError(
      `holds an unfinished run with ${difference}: say the same to go on, choose another --out, or drop it with --force`,
      { file: options.out },
    );
  }
  dropUnfinishedRun(options.out);
  return planWith(options, inputs);
}

async function planWith(
  options: ReconcileArguments,
  { alice, bob, syndromes }: Inputs,
  salt?: string,
): Promise<{ plan: StreamPlan; header: JournalHeader }> {
  const plan =
    syndromes === undefined
      ? await newStream(options, alice!.bits, salt)
      : await receivedStream(options, syndromes.header, syndromes.path);
  const string = (file?: BitFile) => file && { bits: file.bits, modified: file.modified };
  const { decoder = RECONCILIATION_DECODER, iterations } = options;
  const spec = readDecoder(iterations === undefined ? decoder : `${decoder} iterations=${iterations}`);
  const qber = (await readQber(options)) ?? plan.stream.qber;
  const header = {
    ...{ stream: plan.stream, alice: string(alice), bob: string(bob), received: syndromes?.id },
    decoding: bob && { decoder: decoderText(spec), qber },
  };
  return { plan, header };
}

/** One line: how far, how well, how fast, how long still. */
function progressLine(
  done: number,
  before: number,
  { blocks }: StreamHeader,
  { failed, bits }: { readonly failed: number; readonly bits: number },
  seconds: number,
): string {
  const parts = [`${formatCount(done)} of ${formatCount(blocks)} blocks`];
  if (failed > 0) parts.push(`${formatCount(failed)} failed`);
  if (bits > 0) {
    parts.push(formatQuantity(bits / seconds, "bit/s"));
    parts.push(`${formatDuration(((blocks - done) * seconds) / (done - before))} left`);
  }
  return parts.join(", ");
}
