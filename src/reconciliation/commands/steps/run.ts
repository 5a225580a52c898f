import { resolve } from "node:path";
import { CommandExit } from "../../../cli/exit.ts";
import { openChosenEngine } from "../../../cli/options/engine.ts";
import type { Progress } from "../../../cli/progress.ts";
import type { Engine } from "../../../engine/engine.ts";
import { InputError } from "../../../errors.ts";
import { engineSentence } from "../../../node/engine/engines.ts";
import { INTERRUPTED } from "../../../node/interrupts.ts";
import { formatCount, formatDuration, formatQuantity } from "../../../report/format.ts";
import { sum } from "../../../sum.ts";
import { type FinishedRun, ReconciliationFolder } from "../../files/folder.ts";
import { dropUnfinishedRun, unfinishedRun } from "../../files/folder-files.ts";
import { requireNoKey } from "../../files/keys/disclosure-entry.ts";
import type { DisclosureLedger, LedgerRun } from "../../files/keys/disclosure-ledger.ts";
import { drawHashKey } from "../../files/keys/key-hash.ts";
import type { DisclosedHeader } from "../../files/messages/disclosed-header.ts";
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
  syndromeFileBits,
  verdictBits,
} from "../../files/messages/headers.ts";
import { splitMessages } from "../../files/messages/read-messages.ts";
import type { RecordReader } from "../../files/messages/record-reader.ts";
import type { BlockTotals } from "../../files/results.ts";
import { type DecodingSide, type ReferenceSide, reconcileStream } from "../../files/stream.ts";
import { type MessageSecurity, Messages } from "./messages.ts";
import type { BlockTask, ReconcileArguments } from "./options.ts";
import type { DrawnForRun, StreamPlan } from "./plan.ts";
import { runDifference, withStoredDecoder } from "./resume.ts";
import { promiseKey, type SecretKey, type Security } from "./secret.ts";
import type { ReconcileTiming } from "./summary.ts";

/** Inputs of every task of `reconcile`. */
export interface ReconcileWork {
  readonly options: ReconcileArguments;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Input files of a task, strings of bits or sequences of values, and the functions that make results from them. */
export interface ReconcileInput<Summary> {
  /** Whether this process has each of the ends. */
  readonly ends: Readonly<Record<Role, boolean>>;
  /** The syndrome file, if this process does not have the reference end. */
  readonly syndromes?: RecordReader<StreamHeader>;
  /** Files from the other end. */
  readonly received: readonly RecordReader<StreamHeader>[];
  /** The decoding end's disclosed values, for the reference end. */
  readonly disclosed?: RecordReader<DisclosedHeader>;
  /** The user's statements about Eve, if there are any. */
  readonly security?: Security;
  /** Unit of the speed in the progress line. */
  readonly unit: string;
  /**
   * Plans the run.
   * @param drawn random numbers of the unfinished run to continue, if there is one.
   */
  plan(drawn?: DrawnForRun): Promise<RunPlan>;
  /** The data of this process's ends in the form of the ledger. */
  data(): Promise<LedgerRun["data"]>;
  /** This process's ends on an engine. */
  sides(engine: Engine, plan: RunPlan): Sides;
  summarise(plan: RunPlan, made: MadeRun, timing: ReconcileTiming, totals?: BlockTotals): Summary;
  close(): Promise<void>;
}

/** A finished run, and the authentication of its messages. */
export interface MadeRun extends FinishedRun {
  readonly secretKey?: SecretKey;
  /** Undefined if this process has both ends. */
  readonly messages?: MessageSecurity;
}

/** A stream, and this process's part of its work. */
export interface RunPlan extends StreamPlan {
  readonly header: JournalHeader;
}

/** Ends on an engine, with their data. */
export interface Sides {
  readonly reference?: ReferenceSide;
  readonly decoding?: DecodingSide;
  /** Maximum number of blocks of a batch. */
  readonly batchBlocks: number;
  release(): void;
}

/** Runs a task that needs a device, with both ends or one. */
export async function reconcileBlocks<Summary>(
  work: ReconcileWork,
  open: (task: BlockTask, options: ReconcileArguments) => Promise<ReconcileInput<Summary>>,
  task: BlockTask,
): Promise<Summary> {
  const { options } = work;
  const input = await open(task, options);
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

interface Run<Summary> {
  readonly plan: RunPlan;
  readonly input: ReconcileInput<Summary>;
  readonly engine: Engine;
  readonly folder: ReconciliationFolder;
  readonly messages: Messages;
}

async function run<Summary>({ progress, signal }: ReconcileWork, all: Run<Summary>): Promise<Summary> {
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
  const { reference, decoding, batchBlocks } = sides;
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
      batchBlocks,
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
    const made = { ...finished, secretKey, messages: both ? undefined : messages.summary };
    const timing = { seconds: (performance.now() - begin) / 1000, bits: now.bits, device: engine.info };
    return input.summarise(plan, made, timing, totals);
  } finally {
    sides.release();
  }
}

/** The end whose step this is; the decoding end's if both are here. */
function ownParty({ ends }: ReconcileInput<unknown>, { stream }: StreamPlan): Party {
  return partyOf(ends.decoding ? "decoding" : "reference", isOfValues(stream));
}

/** @throws InputError if the other end's messages belong to a run of this end that began with another key, or without this one. */
async function requireAuth(
  ledger: DisclosureLedger,
  { ends, syndromes, disclosed }: ReconcileInput<unknown>,
  { cv }: ReconcileArguments,
): Promise<void> {
  const lineage = syndromes ? lineageOf(syndromes.header, syndromes.id) : disclosed && { root: disclosed.id };
  if (lineage) await ledger.requireAuth(lineage, partyOf(ends.decoding ? "decoding" : "reference", cv));
}

/** The plan of the unfinished run in the folder, or of a new run. */
async function planRun(
  options: ReconcileArguments,
  input: ReconcileInput<unknown>,
  ledger: DisclosureLedger,
): Promise<RunPlan> {
  const unfinished = unfinishedRun(options.out);
  const planned = await input.plan(unfinished?.stream);
  if (unfinished === undefined) return planned;
  const header = withStoredDecoder(unfinished, planned.header);
  const difference = runDifference(unfinished, header);
  if (difference === undefined) return { ...planned, header };
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
  ends: ReconcileInput<unknown>["ends"],
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
  ends: ReconcileInput<unknown>["ends"],
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
async function noteDisclosure(ledger: DisclosureLedger, header: JournalHeader, ends: ReconcileInput<unknown>["ends"]) {
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
