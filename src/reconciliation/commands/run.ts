import { resolve } from "node:path";
import { CommandExit } from "../../cli/exit.ts";
import { openChosenEngine } from "../../cli/options/decoder.ts";
import { Progress, printJson, printText } from "../../cli/output.ts";
import { type Engine, formatCount, formatDuration, formatQuantity, InputError } from "../../index.ts";
import { diskError, makeFolder, removeEmpty } from "../../node/disk/disk.ts";
import { type Lock, lockFolder } from "../../node/disk/folder-lock.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { sum } from "../../sum.ts";
import { dropUnfinishedRun, ReconciliationFolder, unfinishedRun } from "../files/folder.ts";
import { drawHashKey } from "../files/hashes.ts";
import {
  blockLengths,
  isOfValues,
  type JournalHeader,
  keyBitsOf,
  lineageOf,
  messageOf,
  type Party,
  partyOf,
  type Role,
  runId,
  type StreamHeader,
  splitMessages,
  syndromeFileBits,
  verdictBits,
} from "../files/headers.ts";
import { type DisclosureLedger, type LedgerRun, requireNoKey } from "../files/ledger.ts";
import { batchBlocksOf, reconcileStream } from "../files/sides.ts";
import { type BlockFiles, type DataKind, openInput, type ReconcileInput, type RunPlan } from "./input.ts";
import { keySummary, Messages, nothingVerified } from "./messages.ts";
import type { ReconcileArguments } from "./options.ts";
import { runDifference, type StreamPlan } from "./plan.ts";
import { promiseKey } from "./secret.ts";
import { type Outcome, summarise } from "./summary.ts";

/** Inputs of every step of the protocol. */
export interface ReconcileWork {
  readonly options: ReconcileArguments;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** A step of the protocol at one end, or of both ends in one process. */
export type Step = (work: ReconcileWork) => Promise<Outcome>;

/** Exit status if no block could be verified, so that there is no key. */
const NOTHING_VERIFIED = 3;

/**
 * Runs one end's step of the protocol, or both ends', and prints its summary.
 * @throws InputError for files or options that do not fit; CommandExit with status 3 if no block could be verified, 130 after Ctrl-C.
 */
export async function runStep(step: Step, options: ReconcileArguments, signal: AbortSignal): Promise<void> {
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const made = privateFolder(options.out);
  let lock: Lock | undefined;
  try {
    lock = await lockOut(options.out, progress, signal);
    const { summary, text, key } = await step({ options, progress, signal });
    progress.stop();
    if (options.json) printJson(summary);
    else printText(text);
    if (key?.verified === 0) throw new CommandExit(nothingVerified(key), NOTHING_VERIFIED);
  } finally {
    progress.stop();
    lock?.release();
    removeEmpty(made);
  }
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

/** The step that needs a device, with both ends or one. @param kind bits or values. */
export function reconcileBlocks<Data extends { readonly path: string }>(kind: DataKind<Data>, paths: BlockFiles): Step {
  return async (work) => reconcile(work, await openInput(kind, paths, work.options));
}

async function reconcile(work: ReconcileWork, input: ReconcileInput): Promise<Outcome> {
  const { options } = work;
  const both = input.ends.reference && input.ends.decoding;
  let messages: Messages | undefined;
  let engine: Engine | undefined;
  let folder: ReconciliationFolder | undefined;
  let ledger: DisclosureLedger | undefined;
  let begun: string | undefined;
  try {
    messages = Messages.open(options);
    ledger = messages.ledger;
    await requireAuth(ledger, input, options);
    for (const file of input.received) await messages.check(file, "reference");
    if (input.disclosed !== undefined) await messages.check(input.disclosed, "decoding");
    const plan = await planRun(options, input, ledger);
    await requireNoKeyYet(ledger, plan.header, input.ends);
    const { syndromes } = input;
    folder = await ReconciliationFolder.open({
      folder: options.out,
      header: plan.header,
      force: options.force,
      ends: input.ends,
      received: syndromes && {
        id: syndromes.id,
        hashes: async (first, count) => splitMessages(await syndromes.read(first, count), syndromes.header).hashes,
      },
    });
    const id = runId(plan.header);
    await requireEarlier(ledger, plan.header, input.ends, folder.blocks > 0);
    await noteBeginning(ledger, { run: id, folder: resolve(options.out), data: await input.data() }, plan.stream);
    begun = id;
    if (!both) await messages.note(id, ownParty(input, plan));
    engine = await openChosenEngine(options);
    return await run(work, { plan, input, engine, folder, messages });
  } finally {
    work.progress.stop();
    folder?.close();
    // A run without a block has disclosed nothing.
    if (begun !== undefined && folder?.blocks === 0) await ledger?.forget(begun);
    await input.close();
    await messages?.close();
    await engine?.close();
  }
}

interface Run {
  readonly plan: RunPlan;
  readonly input: ReconcileInput;
  readonly engine: Engine;
  readonly folder: ReconciliationFolder;
  readonly messages: Messages;
}

async function run({ progress, signal }: ReconcileWork, all: Run): Promise<Outcome> {
  const { plan, input, engine, folder, messages } = all;
  const { ledger } = messages;
  const { stream, header } = plan;
  const { code, blocks } = stream;
  progress.say(
    `${code.name}, ${code.columns} columns: ${formatCount(blocks)} blocks of ${formatCount(keyBitsOf(stream))} bits${header.decoding ? `, ${header.decoding.decoder}` : ""}`,
  );
  progress.say(engineSentence(engine.info));
  const before = folder.blocks;
  if (before > 0) progress.say(`${formatCount(before)} blocks are done: goes on behind them`);
  const sides = input.sides(engine, plan);
  const { reference, decoding } = sides;
  try {
    const begin = performance.now();
    const now = { failed: 0, bits: 0 };
    const line = () => progressLine(folder.blocks, before, stream, now, (performance.now() - begin) / 1000, input.unit);
    progress.start({ table: line, line });
    await reconcileStream({
      stream,
      reference,
      decoding,
      syndromes: input.syndromes,
      batchBlocks: batchBlocksOf(stream),
      output: folder,
      signal,
      runsInFlight: engine.runsInFlight,
      progress({ results }) {
        now.bits += sum(blockLengths(stream, folder.blocks - results.length, results.length));
        if (decoding !== undefined) now.failed += results.filter(({ verified }) => !verified).length;
      },
    });
    progress.stop();
    if (folder.blocks < blocks) {
      const done = `${formatCount(folder.blocks)} of ${formatCount(blocks)} blocks are done`;
      throw new CommandExit(`interrupted; ${done}: the same command goes on with them`, INTERRUPTED);
    }
    const totals = decoding && folder.totals();
    const attempt = await noteDisclosure(ledger, header, input.ends);
    const both = input.ends.reference && input.ends.decoding;
    const id = runId(header);
    const party = ownParty(input, plan);
    const seal = messages.seal(input.ends.reference ? "reference" : "decoding");
    if (!both) await messages.note(id, party);
    const finished = folder.finish({ attempt, hashKey: drawHashKey() }, seal);
    const { verdict } = finished;
    const secretKey = verdict && (await promiseKey(ledger, party, { stream, run: id, verdict }, input.security));
    const timing = { seconds: (performance.now() - begin) / 1000, bits: now.bits, device: engine.info };
    return summarise(stream, id, finished.files, timing, {
      totals,
      decoding: header.decoding,
      key: verdict && keySummary(verdict, input.ends.reference),
      secretKey,
      messages: both ? undefined : messages.summary,
    });
  } finally {
    for (const end of sides.ends) end?.release();
  }
}

/** The end whose step this is; the decoding end's if both are here. */
function ownParty({ ends }: ReconcileInput, { stream }: StreamPlan): Party {
  return partyOf(ends.decoding ? "decoding" : "reference", isOfValues(stream));
}

/** @throws InputError if the other end's messages belong to a run of this end that began with another key, or without this one. */
async function requireAuth(
  ledger: DisclosureLedger,
  { ends, syndromes, disclosed }: ReconcileInput,
  { cv }: ReconcileArguments,
): Promise<void> {
  const lineage = syndromes ? lineageOf(syndromes.header, syndromes.id) : disclosed && { root: disclosed.id };
  if (lineage) await ledger.requireAuth(lineage, partyOf(ends.decoding ? "decoding" : "reference", cv));
}

/** The plan of the unfinished run in the folder, or of a new run. */
async function planRun(options: ReconcileArguments, input: ReconcileInput, ledger: DisclosureLedger): Promise<RunPlan> {
  const unfinished = unfinishedRun(options.out);
  const planned = await input.plan(unfinished?.stream);
  if (unfinished === undefined) return planned;
  const difference = runDifference(unfinished, planned.header);
  if (difference === undefined) return planned;
  if (!options.force) {
    throw new InputError(
      `holds an unfinished run with ${difference}: give the same options to go on, choose another --out, or drop it with --force`,
      { file: options.out },
    );
  }
  dropUnfinishedRun(options.out);
  await ledger.forget(runId(unfinished));
  return input.plan();
}

/** @throws InputError if the run's key was made: the verdict behind the decoding would disclose more of it. */
async function requireNoKeyYet(
  ledger: DisclosureLedger,
  header: JournalHeader,
  ends: ReconcileInput["ends"],
): Promise<void> {
  if (!ends.decoding) return;
  for (const role of ["reference", "decoding"] as const) {
    const entry = ends[role] && (await ledger.find(runId(header), partyOf(role, isOfValues(header.stream))));
    if (entry) requireNoKey(entry);
  }
}

/** @throws InputError if earlier steps of the run, or of the run that it retries, are not in this end's ledger. */
async function requireEarlier(
  ledger: DisclosureLedger,
  header: JournalHeader,
  ends: ReconcileInput["ends"],
  resumes: boolean,
): Promise<void> {
  const { stream } = header;
  for (const role of ["reference", "decoding"] as const) {
    if (!ends[role]) continue;
    const party = partyOf(role, isOfValues(stream));
    if (stream.retry !== undefined) await ledger.require(stream.retry.parent, party);
    if (resumes) await ledger.require(runId(header), party);
  }
}

/**
 * Records that a run begins with its data.
 * @throws InputError if the data were used before, or differ from the data whose values the decoding end has disclosed.
 */
async function noteBeginning(
  ledger: DisclosureLedger,
  run: Pick<LedgerRun, "run" | "folder" | "data">,
  stream: StreamHeader,
): Promise<void> {
  const message = messageOf(stream);
  const own = run.data.find(({ party }) => party === partyOf("decoding", isOfValues(stream)));
  if (message !== undefined && own !== undefined) await ledger.requireDisclosed(message, own);
  const { parent, verdict: parentVerdict } = stream.retry ?? {};
  await ledger.begin({ ...run, ...lineageOf(stream, run.run), parent, parentVerdict });
}

/**
 * Records the bits that a run discloses, before its files have their names, because the files may be public from then on.
 * @returns the number of the decoding end's answers, including this one.
 */
async function noteDisclosure(ledger: DisclosureLedger, header: JournalHeader, ends: ReconcileInput["ends"]) {
  const { stream } = header;
  const run = runId(header);
  const party = (role: Role) => partyOf(role, isOfValues(stream));
  const earlier = await ledger.find(run, party("decoding"));
  const attempt = (earlier?.verdicts ?? 0) + 1;
  const verdict = verdictBits({ blocks: stream.blocks, attempt: 1 });
  if (ends.reference) await ledger.disclose(run, party("reference"), syndromeFileBits(stream), false);
  if (ends.decoding) await ledger.disclose(run, party("decoding"), verdict, true);
  if (ends.reference && ends.decoding) await ledger.disclose(run, party("reference"), verdict, true);
  return attempt;
}

/** Numbers of blocks done and failed, speed and remaining time, in one line. */
function progressLine(
  done: number,
  before: number,
  { blocks }: StreamHeader,
  { failed, bits }: { readonly failed: number; readonly bits: number },
  seconds: number,
  unit: string,
): string {
  const parts = [`${formatCount(done)} of ${formatCount(blocks)} blocks`];
  if (failed > 0) parts.push(`${formatCount(failed)} failed`);
  if (bits > 0) {
    parts.push(formatQuantity(bits / seconds, unit));
    parts.push(`${formatDuration(((blocks - done) * seconds) / (done - before))} left`);
  }
  return parts.join(", ");
}
