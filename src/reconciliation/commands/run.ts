import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { CommandExit } from "../../cli/exit.ts";
import { openChosenEngine } from "../../cli/options/decoder.ts";
import { Progress, printJson, printText } from "../../cli/output.ts";
import {
  decoderText,
  type Engine,
  formatCount,
  formatDuration,
  formatQuantity,
  InputError,
  readDecoder,
} from "../../index.ts";
import { decoderFile, diskError, makeFolder, removeEmpty, requireNewFile } from "../../node/disk/disk.ts";
import { type Lock, lockFolder } from "../../node/disk/folder-lock.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { INTERRUPTED } from "../../node/program.ts";
import { BatchSize } from "../../simulation/worker.ts";
import { sum } from "../../sum.ts";
import type { CorrectedBlocks, DecodedBlocks } from "../core/ends.ts";
import {
  type BlockTotals,
  type DoneBlocks,
  dropUnfinishedRun,
  type JudgedBlocks,
  ReconciliationFolder,
  reconciliationFile,
  unfinishedRun,
} from "../files/folder.ts";
import { drawHashKey } from "../files/hashes.ts";
import {
  blockLengths,
  type DisclosedHeader,
  isOfValues,
  type JournalHeader,
  keyBitsOf,
  lineageOf,
  messageOf,
  type Party,
  partyOf,
  ROLES,
  type Role,
  runId,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  syndromeFileBits,
  verdictBits,
} from "../files/headers.ts";
import { type DataIdentity, type DisclosureLedger, type LedgerRun, requireNoKey } from "../files/ledger.ts";
import { RecordReader } from "../files/record-file.ts";
import type { KeyOptions } from "./options.ts";
import { type DrawnForRun, receivedStream, requireKind, runDifference, type StreamPlan } from "./plan.ts";
import { openRetry, type RetryFiles, retryFiles } from "./retry.ts";
import { earlierKeys, promiseKey, readSecurity, requireOneLink, secretKey } from "./secret.ts";
import { keySummary, Messages, nothingVerified, type Outcome, summarise } from "./summary.ts";

/** Inputs of every step of the protocol. */
export interface StepWork {
  readonly options: KeyOptions;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Takes a file that the step has opened, which is closed when the step ends, and returns it. */
  readonly opened: <File extends { close(): Promise<void> }>(file: File) => File;
}

/** A step of the protocol at one end, or of both ends in one process. */
export type Step = (work: StepWork) => Promise<Outcome>;

/** Exit status if no block could be verified, so that there is no key. */
const NOTHING_VERIFIED = 3;

/**
 * Runs one end's step of the protocol, or both ends', and prints its summary.
 * @throws InputError for files or options that do not fit; CommandExit with status 3 if no block could be verified, 130 after Ctrl-C.
 */
export async function runStep(step: Step, options: KeyOptions, signal: AbortSignal): Promise<void> {
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const made = privateFolder(options.out);
  const open: { close(): Promise<void> }[] = [];
  const opened: StepWork["opened"] = (file) => {
    open.push(file);
    return file;
  };
  let lock: Lock | undefined;
  try {
    lock = await lockOut(options.out, progress, signal);
    const { summary, text, key } = await step({ options, progress, signal, opened });
    progress.stop();
    if (options.json) printJson("key 1", summary);
    else printText(text);
    if (key?.verified === 0) throw new CommandExit(nothingVerified(key), NOTHING_VERIFIED);
  } finally {
    progress.stop();
    for (const file of open) await file.close();
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

/** Paths of the files of a step that works on blocks; the data of the ends that this process has. */
export interface BlockFiles {
  readonly reference?: string;
  readonly decoding?: string;
  /** Syndrome files of the run and of a retry, for a decoding end that is alone. */
  readonly syndromes?: string;
  readonly further?: string;
  /** The decoding end's disclosed values, for a reference end that is alone. */
  readonly disclosed?: string;
}

/** The open files of a step. */
export interface InputFiles<Data> {
  reference?: Data;
  decoding?: Data;
  /** Syndrome files of the first run and of a retry, from the other end. */
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
  /** The decoding end's disclosed values, for the reference end. */
  disclosed?: RecordReader<DisclosedHeader>;
}

/** What the step over blocks needs to know about bits, or about values. */
export interface DataKind<Data extends { readonly path: string }> {
  /** Unit of the speed in the progress line. */
  readonly unit: string;
  /** Bits or values. */
  length(data: Data): number;
  identityOf(data: Data): Promise<DataIdentity>;
  /** Opens the data of the ends that are here; the other end's syndrome file is open. @throws InputError for files that do not fit. */
  open(files: InputFiles<Data>, paths: BlockFiles, work: StepWork): Promise<void>;
  /** The stream of the end that begins a run. @param drawn random numbers of the unfinished run to continue, if there is one. */
  begin(options: KeyOptions, files: InputFiles<Data>, drawn?: DrawnForRun): Promise<StreamPlan>;
  /** Checks a stream that the other end has begun. */
  check(plan: StreamPlan, file: string): void;
  /** The QBER or the SNR that the decoder takes for the channel's. */
  parameter(options: KeyOptions, stream: StreamHeader): number;
  /** The ends on an engine, with their data. @param retry files of a retry's blocks. */
  sides(files: InputFiles<Data>, engine: Engine, plan: RunPlan, options: KeyOptions, retry?: RetryFiles): Sides;
}

/** A stream, and this process's part of its work. */
export interface RunPlan extends StreamPlan {
  readonly header: JournalHeader;
}

/** Ends on an engine, with the data that they read. */
export interface Sides {
  readonly reference?: {
    /** Most blocks that one call takes. */
    readonly blocksMaximum: number;
    /**
     * Payloads of the syndrome file [block][payload], bits [block][⌈keyBits/8⌉] and the private bits that were drawn
     * [block][⌈p/8⌉], of blocks of these lengths.
     */
    encode(
      first: number,
      lengths: readonly number[],
    ): Promise<{ readonly payloads: Uint8Array; readonly bits: Uint8Array; readonly privateBits: Uint8Array }>;
    release(): void;
  };
  readonly decoding?: {
    readonly blocksMaximum: number;
    /** Decodes blocks of these lengths by their messages, [block][payload of the syndrome file]. */
    decode(
      first: number,
      lengths: readonly number[],
      payloads: Uint8Array,
    ): Promise<DecodedBlocks & Partial<CorrectedBlocks>>;
    release(): void;
  };
  /** Blind steps over blocks that failed, where both ends are here. Changes the results of the blocks. */
  readonly blind?: {
    /** @returns of each block the private bits that were told, and the number of further verdicts. */
    tell(
      first: number,
      lengths: readonly number[],
      payloads: Uint8Array,
      privateBits: Uint8Array,
      decoded: DecodedBlocks & Partial<CorrectedBlocks>,
    ): Promise<{ readonly told: Uint32Array; readonly steps: Uint32Array }>;
    release(): void;
  };
}

/** The step that needs a device, with both ends or one. @param kind bits or values. */
export function reconcileBlocks<Data extends { readonly path: string }>(kind: DataKind<Data>, paths: BlockFiles): Step {
  return async (work) => {
    const { options, progress, opened } = work;
    const security = readSecurity(options);
    const files: InputFiles<Data> = {};
    await openInput(kind, files, paths, work);
    const { reference, decoding, further, disclosed } = files;
    const ends = { reference: reference !== undefined, decoding: decoding !== undefined };
    const both = ends.reference && ends.decoding;
    // The end whose step this is; the decoding end if both are here.
    const own = partyOf(ends.decoding ? "decoding" : "reference", options.cv);
    const syndromes = further ?? files.syndromes;

    let known: LedgerRun["data"] | undefined;
    /** The data with their identity, which reads the whole files at its first use; Alice's first. */
    const data = async () => {
      const found: LedgerRun["data"][number][] = [];
      for (const role of options.cv ? (["decoding", "reference"] as const) : ROLES) {
        const file = files[role];
        if (file === undefined) continue;
        found.push({ party: partyOf(role, options.cv), file: file.path, identity: await kind.identityOf(file) });
      }
      return found;
    };
    const plan = async (drawn?: DrawnForRun): Promise<RunPlan> => {
      const planned = syndromes
        ? receivedStream(options, syndromes.header, syndromes.path)
        : await kind.begin(options, files, drawn);
      const { stream } = planned;
      if (syndromes) kind.check(planned, syndromes.path);
      requireOneLink(stream, security, syndromes?.path);
      const spec = decoding && readDecoder(options.decoder!, decoderFile);
      known ??= await data();
      const entry = (role: Role) => {
        const { identity } = known!.find(({ party }) => party === partyOf(role, options.cv)) ?? {};
        return identity && { length: kind.length(files[role]!), sha256: identity.sha256 };
      };
      const header = {
        stream,
        resolution: options.resolution,
        received: syndromes?.id,
        files: { reference: entry("reference"), decoding: entry("decoding") },
        decoding: spec && { decoder: decoderText(spec), parameter: kind.parameter(options, stream) },
      };
      return { ...planned, header };
    };

    const remembers = !both || options.ledger !== undefined;
    const messages = opened(new Messages(remembers ? options : { ...options, ledger: ownLedger(options) }));
    const { ledger } = messages;
    let engine: Engine | undefined;
    let folder: ReconciliationFolder | undefined;
    let begun: string | undefined;
    try {
      const lineage = syndromes ? lineageOf(syndromes.header, syndromes.id) : disclosed && { root: disclosed.id };
      if (lineage) await ledger.requireAuth(lineage, own);
      for (const file of [files.syndromes, further]) if (file) await messages.check(file, "reference");
      if (disclosed) await messages.check(disclosed, "decoding");
      const planned = await planRun(options, plan, ledger);
      const { header, stream } = planned;
      const id = runId(header);
      // A verdict behind the decoding would disclose more of a key that was made.
      for (const role of ROLES) {
        const entry = ends.decoding && ends[role] && (await ledger.find(id, partyOf(role, options.cv)));
        if (entry) requireNoKey(entry);
      }
      folder = await ReconciliationFolder.open({
        folder: options.out,
        header,
        force: options.force,
        ends,
        received: syndromes && {
          id: syndromes.id,
          hashes: async (first, count) => splitMessages(await syndromes.read(first, count), syndromes.header).hashes,
        },
      });
      // Earlier steps of the run, and of the run that it retries, must be in this end's ledger.
      for (const role of ROLES) {
        if (!ends[role]) continue;
        if (stream.retry !== undefined) await ledger.require(stream.retry.parent, partyOf(role, options.cv));
        if (folder.blocks > 0) await ledger.require(id, partyOf(role, options.cv));
      }
      await noteBeginning(ledger, { run: id, folder: resolve(options.out), data: known! }, stream);
      begun = id;
      if (!both) await messages.note(id, own);
      engine = await openChosenEngine(options);
      const retry = further && retryFiles(files.syndromes!, further, planned.parameters.code);
      const sides = kind.sides(files, engine, planned, options, retry);
      try {
        const timing = await workOnBlocks(work, { stream, header, sides, syndromes, folder, engine, unit: kind.unit });
        const totals = decoding && folder.totals();
        const attempt = await noteDisclosure(ledger, header, ends, totals?.blind);
        const seal = messages.seal(ends.reference ? "reference" : "decoding");
        if (!both) await messages.note(id, own);
        const earlier = await earlierKeys(ledger, own, stream);
        const secret = (judged: JudgedBlocks) => {
          const key = secretKey(stream, judged, earlier, security);
          if (key === undefined) return undefined;
          const { bits: secretBits, together: togetherBits } = key;
          return { secretBits, ...(togetherBits !== undefined && { togetherBits }) };
        };
        const { files: written, verdict } = folder.finish({ attempt, hashKey: drawHashKey(), secret }, seal);
        return summarise(stream, id, written, timing, {
          totals,
          decoding: header.decoding,
          key: verdict && keySummary(verdict, ends.reference),
          secretKey: verdict && (await promiseKey(ledger, own, { stream, run: id, verdict }, security)),
          messages: both ? undefined : messages.summary,
          remembers,
        });
      } finally {
        sides.reference?.release();
        sides.decoding?.release();
        sides.blind?.release();
      }
    } finally {
      progress.stop();
      folder?.close();
      // A run without a block has disclosed nothing.
      if (begun !== undefined && folder?.blocks === 0) await ledger.forget(begun);
      await engine?.close();
    }
  };
}

/** The ledger of a run of both ends that remembers no data, in the folder of the run: it forgets the folder's earlier runs. */
function ownLedger({ out, force }: KeyOptions): string {
  const ledger = reconciliationFile(out, "ledger");
  if (unfinishedRun(out) === undefined) {
    requireNewFile(reconciliationFile(out, "syndromes"), force);
    rmSync(ledger, { recursive: true, force: true });
  }
  return ledger;
}

/** Opens the files of a step. @throws InputError for files that cannot be read or do not fit. */
async function openInput<Data extends { readonly path: string }>(
  kind: DataKind<Data>,
  files: InputFiles<Data>,
  paths: BlockFiles,
  work: StepWork,
): Promise<void> {
  const { opened, options } = work;
  if (paths.syndromes !== undefined) {
    files.syndromes = opened(await RecordReader.open(paths.syndromes, SYNDROMES));
    requireKind(options, files.syndromes.header, paths.syndromes);
    if (paths.further !== undefined) files.further = opened(await openRetry(paths.further, files.syndromes));
  }
  await kind.open(files, paths, work);
}

/** The plan of the unfinished run in the folder, or of a new run. */
async function planRun(
  options: KeyOptions,
  plan: (drawn?: DrawnForRun) => Promise<RunPlan>,
  ledger: DisclosureLedger,
): Promise<RunPlan> {
  const unfinished = unfinishedRun(options.out);
  const planned = await plan(unfinished?.stream);
  const difference = unfinished && runDifference(unfinished, planned.header);
  if (unfinished === undefined || difference === undefined) return planned;
  if (!options.force) {
    throw new InputError(
      `holds an unfinished run with ${difference}: give the same options to go on, choose another --out, or drop it with --force`,
      { file: options.out },
    );
  }
  dropUnfinishedRun(options.out);
  await ledger.forget(runId(unfinished));
  return plan();
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
async function noteDisclosure(
  ledger: DisclosureLedger,
  header: JournalHeader,
  ends: Readonly<Record<Role, boolean>>,
  blind: BlockTotals["blind"] = { blocks: 0, bits: 0, verdicts: 0 },
): Promise<number> {
  const { stream } = header;
  const run = runId(header);
  const [reference, decoding]: readonly Party[] = ROLES.map((role) => partyOf(role, isOfValues(stream)));
  const attempt = ((await ledger.find(run, decoding))?.verdicts ?? 0) + 1;
  const verdict = verdictBits({ blocks: stream.blocks, attempt: 1 }) + blind.verdicts;
  if (ends.reference) await ledger.disclose(run, reference, syndromeFileBits(stream) + blind.bits, false);
  if (ends.decoding) await ledger.disclose(run, decoding, verdict, true);
  if (ends.reference && ends.decoding) await ledger.disclose(run, reference, verdict, true);
  return attempt;
}

/** A stream of blocks, the ends that are here, and the folder that takes the results. */
interface BlockWork {
  readonly stream: StreamHeader;
  readonly header: JournalHeader;
  readonly sides: Sides;
  /** In place of a reference end. */
  readonly syndromes?: RecordReader<StreamHeader>;
  readonly folder: ReconciliationFolder;
  readonly engine: Engine;
  readonly unit: string;
}

/**
 * Reconciles the remaining blocks of a stream, with its progress on stderr.
 * @throws CommandExit after Ctrl-C, with the finished blocks kept; InputError and DeviceLostError as `reconcileStream`.
 */
async function workOnBlocks({ progress, signal }: StepWork, work: BlockWork) {
  const { stream, header, folder, engine, unit } = work;
  const { code, blocks } = stream;
  const decoder = header.decoding ? `, ${header.decoding.decoder}` : "";
  const size = `${formatCount(blocks)} blocks of ${formatCount(keyBitsOf(stream))} bits`;
  progress.say(`${code.name}, ${code.columns} columns: ${size}${decoder}`);
  progress.say(engineSentence(engine.info));
  const before = folder.blocks;
  if (before > 0) progress.say(`${formatCount(before)} blocks are done: goes on behind them`);
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  let [failed, bits] = [0, 0];
  const line = () => {
    const done = folder.blocks;
    const parts = [`${formatCount(done)} of ${formatCount(blocks)} blocks`];
    if (failed > 0) parts.push(`${formatCount(failed)} failed`);
    if (bits > 0) {
      parts.push(formatQuantity(bits / seconds(), unit));
      parts.push(`${formatDuration(((blocks - done) * seconds()) / (done - before))} left`);
    }
    return parts.join(", ");
  };
  progress.start({ table: line, line });
  await reconcileStream(work, signal, ({ results }) => {
    bits += sum(blockLengths(stream, folder.blocks - results.length, results.length));
    if (work.sides.decoding) failed += results.filter(({ verified }) => !verified).length;
  });
  progress.stop();
  if (folder.blocks < blocks) {
    const done = `${formatCount(folder.blocks)} of ${formatCount(blocks)} blocks are done`;
    throw new CommandExit(`interrupted; ${done}: the same command goes on with them`, INTERRUPTED);
  }
  return { seconds: seconds(), bits, device: engine.info };
}

/** Most bytes of sifted bits in a batch. */
const BIT_BATCH_BYTES = 16 * 2 ** 20;
/** Most bytes of values in a batch: of million-bit words, enough to keep a GPU busy. */
const VALUE_BATCH_BYTES = 256 * 2 ** 20;

/**
 * Reconciles the remaining blocks of a stream batch by batch, in order. Only the batches in flight are read and kept in
 * memory, so that memory does not depend on the size of the files.
 * @param signal stops after the batches in flight.
 * @throws InputError for a damaged syndrome file and a disk that refuses; DeviceLostError if the device was lost.
 */
export async function reconcileStream(
  work: BlockWork,
  signal: AbortSignal,
  progress: (done: DoneBlocks) => void,
): Promise<void> {
  const { stream, sides, folder } = work;
  const keyBits = keyBitsOf(stream);
  const most = isOfValues(stream) ? VALUE_BATCH_BYTES / (4 * keyBits) : BIT_BATCH_BYTES / Math.ceil(keyBits / 8);
  const { reference, decoding } = sides;
  const maxima = [reference, decoding].flatMap((side) => (side === undefined ? [] : [side.blocksMaximum]));
  const maximum = Math.min(Math.max(1, Math.floor(most)), ...maxima);
  const size = new BatchSize();
  const inFlight: ReturnType<typeof workOnBatch>[] = [];
  let next = folder.blocks;
  try {
    while (next < stream.blocks || inFlight.length > 0) {
      while (next < stream.blocks && inFlight.length < work.engine.runsInFlight && !signal.aborted) {
        const count = Math.min(size.chunks(maximum), stream.blocks - next);
        const batch = workOnBatch(work, next, count);
        // It may fail before its turn to be awaited comes.
        batch.catch(() => {});
        inFlight.push(batch);
        next += count;
      }
      const oldest = inFlight.shift();
      if (oldest === undefined) break;
      const { count, done, seconds } = await oldest;
      size.learn(count, seconds);
      folder.append(done);
      progress(done);
    }
  } finally {
    // Runs in flight after an error must not outlive their engine.
    await Promise.allSettled(inFlight);
  }
}

async function workOnBatch({ stream, sides, syndromes }: BlockWork, first: number, count: number) {
  const lengths = blockLengths(stream, first, count);
  const begin = performance.now();
  const encoded = await sides.reference?.encode(first, lengths);
  const payloads = encoded?.payloads ?? (await syndromes!.read(first, count));
  const decoded = await sides.decoding?.decode(first, lengths, payloads);
  const blind = encoded && decoded && (await sides.blind?.tell(first, lengths, payloads, encoded.privateBits, decoded));
  const results = lengths.map((_, i) => ({
    told: blind?.told[i] ?? 0,
    steps: blind?.steps[i] ?? 0,
    converged: decoded?.converged[i] === 1,
    verified: decoded?.verified[i] === 1,
    iterations: decoded?.iterations[i] ?? 0,
    corrected: decoded?.corrected?.[i] ?? 0,
  }));
  const made = { syndromes: encoded?.payloads, reference: encoded?.bits, privateBits: encoded?.privateBits };
  const done: DoneBlocks = { results, ...made, decoding: decoded?.bits };
  return { count, done, seconds: decoded?.seconds ?? (performance.now() - begin) / 1000 };
}
