import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { CommandExit, interruption } from "../../cli/exit.ts";
import { openChosenEngine } from "../../cli/options/decoder.ts";
import { Progress, printJson, printText } from "../../cli/output.ts";
import {
  decoderText,
  type Engine,
  formatCount,
  formatDuration,
  formatNumber,
  formatQuantity,
  InputError,
  readDecoder,
} from "../../index.ts";
import { decoderFile, makeFolder, removeEmpty, requireNewFile } from "../../node/disk/disk.ts";
import { type Lock, lockFolder } from "../../node/disk/folder-lock.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { BatchSize } from "../../simulation/worker.ts";
import { sum } from "../../sum.ts";
import { countOnes } from "../core/bit-source.ts";
import {
  alice,
  type Blocks,
  type Bob,
  bob,
  type CorrectedBlocks,
  type DecodedBlocks,
  decodingEnd,
  ditherValues,
  drawPrivateBits,
  fillRandom,
  gaussianLayout,
  type PrivateBits,
  type ReferenceMessage,
  referenceEnd,
} from "../core/ends.ts";
import { correlationOf, disclosedGroups } from "../core/estimation.ts";
import { chooseValueCode, type DisclosedPositions, disclosedPositions, GROUP_BITS } from "../core/layout.ts";
import { binaryEntropy } from "../core/secret-key.ts";
import { type BitFile, interleavedBits, openBitFile } from "../files/bit-file.ts";
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
  disclosedFileBits,
  isOfValues,
  type JournalHeader,
  joinMessages,
  keyBitsOf,
  lineageOf,
  messageOf,
  PARTIES,
  type Party,
  partyOf,
  ROLES,
  type Role,
  roleOf,
  runId,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  syndromeFileBits,
  type ValueStreamHeader,
  verdictBits,
} from "../files/headers.ts";
import {
  bitIdentity,
  type DataIdentity,
  type DisclosureLedger,
  type LedgerRun,
  requireNoKey,
  valueIdentity,
} from "../files/ledger.ts";
import { RecordReader } from "../files/record-file.ts";
import {
  disclosureOf,
  openDisclosed,
  openValueFile,
  requireContinuous,
  requireStep,
  type ValueFile,
  type ValueMoments,
  ValueSequence,
  valueMoments,
  writeDisclosed,
} from "../files/value-file.ts";
import type { KeyOptions } from "./options.ts";
import {
  agree,
  type DrawnForRun,
  loadColumns,
  newBitStream,
  receivedStream,
  requireKind,
  runDifference,
  type StreamPlan,
  saltOf,
  tableDecoder,
  valueCandidates,
} from "./plan.ts";
import {
  bitsInGroup,
  disclosedSyndromes,
  failedMessages,
  failedValues,
  openRetry,
  packedAt,
  type RetryFiles,
  retriedBits,
  retryFiles,
} from "./retry.ts";
import {
  earlierKeys,
  estimateSummary,
  knownLink,
  linkOf,
  promiseKey,
  readSecurity,
  requireOneLink,
  secretKey,
} from "./secret.ts";
import {
  keySummary,
  Messages,
  messageRows,
  nothingVerified,
  type Outcome,
  type Row,
  rowsText,
  summarise,
} from "./summary.ts";

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

/** Runs one end's step of the protocol, or both ends', and prints its summary. */
export async function runStep(step: Step, options: KeyOptions, signal: AbortSignal): Promise<void> {
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const made = makeFolder(options.out, 0o700);
  const open: { close(): Promise<void> }[] = [];
  const opened: StepWork["opened"] = (file) => {
    open.push(file);
    return file;
  };
  let lock: Lock | undefined;
  try {
    const onWait = (text: string) => progress.say(`waits for signs of life of ${text}`);
    lock = await lockFolder(options.out, { signal, onWait }).catch((error) => {
      throw signal.aborted ? interruption("nothing is written") : error;
    });
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

/** Paths of the files of a step that works on blocks; the data of the ends that this process has. */
interface BlockFiles {
  readonly reference?: string;
  readonly decoding?: string;
  /** Syndrome files of the run and of a retry, for a decoding end that is alone. */
  readonly syndromes?: string;
  readonly further?: string;
  /** The decoding end's disclosed values, for a reference end that is alone. */
  readonly disclosed?: string;
}

/** These files when they are open. */
interface InputFiles<Data> {
  reference?: Data;
  decoding?: Data;
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
  disclosed?: RecordReader<DisclosedHeader>;
}

/** What the step over blocks needs to know about bits, or about values. */
interface DataKind<Data extends { readonly path: string }> {
  /** Unit of the speed in the progress line. */
  readonly unit: string;
  /** Bits or values. */
  length(data: Data): number;
  /** @param marked with marks, by which a ledger finds parts of the data again. */
  identityOf(data: Data, marked: boolean): Promise<DataIdentity>;
  /** Opens the data of the ends that are here; the other end's syndrome file is open. */
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
interface RunPlan extends StreamPlan {
  readonly header: JournalHeader;
}

/** Blocks as their end has decoded them. */
type Decoded = DecodedBlocks & Partial<CorrectedBlocks>;

/** Ends on an engine, with the data that they read. */
interface Sides {
  readonly reference?: ReturnType<typeof referenceSide>;
  readonly decoding?: ReturnType<typeof decodingSide>;
  /** Where both ends are here. */
  readonly blind?: ReturnType<typeof blindSteps>;
}

/** The step that needs a device, with both ends or one. @param kind bits or values. */
export function reconcileBlocks<Data extends { readonly path: string }>(kind: DataKind<Data>, paths: BlockFiles): Step {
  return async (work) => {
    const { options, progress, opened } = work;
    const security = readSecurity(options);
    const files: InputFiles<Data> = {};
    if (paths.syndromes !== undefined) {
      files.syndromes = opened(await RecordReader.open(paths.syndromes, SYNDROMES));
      requireKind(options, files.syndromes.header, paths.syndromes);
      if (paths.further !== undefined) files.further = opened(await openRetry(paths.further, files.syndromes));
    }
    await kind.open(files, paths, work);
    const { reference, decoding, further, disclosed } = files;
    const ends = { reference: reference !== undefined, decoding: decoding !== undefined };
    const both = ends.reference && ends.decoding;
    // The end whose step this is; the decoding end if both are here.
    const own = partyOf(ends.decoding ? "decoding" : "reference", options.cv);
    const syndromes = further ?? files.syndromes;

    const remembers = !both || options.ledger !== undefined;
    let known: LedgerRun["data"] | undefined;
    /** The data with their identity, which reads the whole files at its first use; Alice's first. */
    const data = async () => {
      const found: LedgerRun["data"][number][] = [];
      for (const party of PARTIES) {
        const file = files[roleOf(party, options.cv)];
        if (file) found.push({ party, file: file.path, identity: await kind.identityOf(file, remembers) });
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
      const spec = decoding && readDecoder(options.decoder ?? tableDecoder(stream.code), decoderFile);
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
      const { out, force } = options;
      folder = await ReconciliationFolder.open({ folder: out, header, force, ends, received: syndromes });
      // Earlier steps of the run, and of the run that it retries, must be in this end's ledger.
      for (const role of ROLES) {
        if (!ends[role]) continue;
        if (stream.retry !== undefined) await ledger.require(stream.retry.parent, partyOf(role, options.cv));
        if (folder.blocks > 0) await ledger.require(id, partyOf(role, options.cv));
      }
      const message = messageOf(stream);
      const disclosing = known!.find(({ party }) => party === partyOf("decoding", options.cv));
      if (message !== undefined && disclosing) await ledger.requireDisclosed(message, disclosing);
      const { parent, verdict: parentVerdict } = stream.retry ?? {};
      const beginning = { run: id, folder: resolve(out), ...lineageOf(stream, id), parent, parentVerdict };
      await ledger.begin({ ...beginning, data: known! });
      begun = id;
      if (!both) await messages.note(id, own);
      engine = await openChosenEngine(options);
      const retry = further && retryFiles(files.syndromes!, further, planned.parameters.code);
      const sides = kind.sides(files, engine, planned, options, retry);
      try {
        const timing = await workOnBlocks(work, { header, sides, syndromes, folder, engine, unit: kind.unit });
        await folder.settle();
        const totals = decoding && folder.totals();
        const attempt = await noteDisclosure(ledger, header, ends, totals?.blind);
        const seal = messages.seal(ends.reference ? "reference" : "decoding");
        if (!both) await messages.note(id, own);
        const earlier = await earlierKeys(ledger, own, stream);
        const secret = (judged: JudgedBlocks) => {
          const { bits, together } = secretKey(stream, judged, earlier, security) ?? {};
          return { secretBits: bits, togetherBits: together };
        };
        const { files: written, verdict } = folder.finish({ attempt, hashKey: drawHashKey(), secret }, seal);
        return summarise(stream, id, written, timing, {
          totals,
          decoding: header.decoding,
          key: verdict && keySummary(verdict, ends.reference),
          secretKey: verdict && (await promiseKey(ledger, own, id, stream, verdict, security)),
          messages: both ? undefined : messages.summary,
          remembers,
        });
      } finally {
        for (const side of [sides.reference, sides.decoding]) side?.release();
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

/** The plan of the unfinished run in the folder, or of a new run. */
async function planRun(options: KeyOptions, plan: (drawn?: DrawnForRun) => Promise<RunPlan>, ledger: DisclosureLedger) {
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

/** Records what a run discloses, before its files have their names. @returns the number of the decoding end's answers. */
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
  readonly header: JournalHeader;
  readonly sides: Sides;
  /** In place of a reference end. */
  readonly syndromes?: RecordReader<StreamHeader>;
  readonly folder: ReconciliationFolder;
  readonly engine: Engine;
  readonly unit: string;
}

/** Reconciles the remaining blocks with progress on stderr. @throws CommandExit after Ctrl-C: finished blocks are kept. */
async function workOnBlocks({ progress, signal }: StepWork, work: BlockWork) {
  const { header, folder, engine, unit } = work;
  const { stream } = header;
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
    throw interruption(`${done}: the same command goes on with them`);
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
 */
export async function reconcileStream(work: BlockWork, signal: AbortSignal, progress: (done: DoneBlocks) => void) {
  const { sides, folder } = work;
  const { stream } = work.header;
  const keyBits = keyBitsOf(stream);
  const most = isOfValues(stream) ? VALUE_BATCH_BYTES / (4 * keyBits) : BIT_BATCH_BYTES / Math.ceil(keyBits / 8);
  const { reference, decoding } = sides;
  const maxima = [reference, decoding].flatMap((side) => (side === undefined ? [] : [side.blocksMaximum]));
  const maximum = Math.min(Math.max(1, Math.floor(most)), ...maxima);
  // A GPU has as much to do for few blocks as for many: of each batch its passes are encoded, and memory is allocated as batches grow.
  const { engine, software } = work.engine.info;
  const size = new BatchSize(engine === "gpu" && !software ? Math.max(1, Math.floor(maximum / 8)) : 1);
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

async function workOnBatch({ header: { stream }, sides, syndromes }: BlockWork, first: number, count: number) {
  const lengths = blockLengths(stream, first, count);
  const begin = performance.now();
  const encoded = await sides.reference?.encode(first, lengths);
  const payloads = encoded?.payloads ?? (await syndromes!.read(first, count));
  const decoded = await sides.decoding?.decode(first, lengths, payloads);
  const blind = encoded && decoded && (await sides.blind?.tell(first, lengths, encoded, decoded));
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

/** Reads consecutive blocks of these lengths, of bits or of values. */
type BlockReader<Data> = (first: number, lengths: readonly number[]) => Promise<Data>;

/** An end on an engine: the most blocks that one call takes, and what frees its memory. */
type EndOnEngine = Pick<Bob, "blocksMaximum" | "release">;

/** A reference end with its data. @param encode of the end; it gives the bits of the key too. */
function referenceSide<Data extends object>(
  { blocksMaximum, release }: EndOnEngine,
  stream: StreamHeader,
  read: BlockReader<Data>,
  encode: (blocks: Data & PrivateBits) => Promise<{ message: Parameters<typeof joinMessages>[0]; bits: Uint8Array }>,
) {
  let before: Promise<unknown> = Promise.resolve();
  return {
    blocksMaximum,
    release,
    /** Payloads of the syndrome file [block][payload], bits [block][⌈keyBits/8⌉] and the private bits that were drawn [block][⌈p/8⌉]. */
    async encode(first: number, lengths: readonly number[]) {
      const privateBits = drawPrivateBits(lengths.length, stream.punctured, fillRandom);
      // Batches in flight are read one after the other: so bits are drawn in the order of the blocks.
      const reading = before.then(() => read(first, lengths));
      before = reading.catch(() => {});
      const { message, bits } = await encode({ ...(await reading), privateBits });
      return { payloads: joinMessages(message, stream), bits, privateBits };
    },
  };
}

/** A decoding end with its data. @param retry has the messages of a retry, which stand in two files. */
function decodingSide<Data>(
  { blocksMaximum, release }: EndOnEngine,
  stream: StreamHeader,
  read: BlockReader<Data>,
  decode: (blocks: Data, message: ReferenceMessage) => Promise<Decoded>,
  retry: RetryFiles | undefined,
) {
  return {
    blocksMaximum,
    release,
    /** @param payloads of the syndrome file, [block][payload]. */
    async decode(first: number, lengths: readonly number[], payloads: Uint8Array) {
      const blocks = await read(first, lengths);
      const message = retry ? await failedMessages(retry, first, lengths.length) : splitMessages(payloads, stream);
      return decode(blocks, message);
    },
  };
}

/** Share of a block's syndrome that a blind step tells: f grows by as much. */
const BLIND_STEP = 0.01;
/** Largest f of a block by bits of the key, unless the user gives another. */
const BLIND_EFFICIENCY = 2;

/**
 * The steps of blind reconciliation: private bits of punctured positions in equal steps, then bits of the key. A bit of the key helps less,
 * by h(QBER), so with each further step twice as many are told in all.
 * @param most bits that may be told of a block.
 */
function* blindDisclosures(step: number, most: Told) {
  let punctured = 0;
  while (punctured < most.punctured) {
    punctured = Math.min(most.punctured, punctured + step);
    yield { punctured, groups: 0 };
  }
  const groups = Math.floor(most.key / GROUP_BITS);
  for (let told = 0, next = Math.ceil(step / GROUP_BITS); told < groups; next *= 2) {
    told = Math.min(groups, next);
    yield { punctured, groups: told };
  }
}

/** Bits that are told of a block: private bits of punctured positions, and bits of the key. */
interface Told {
  readonly punctured: number;
  readonly key: number;
}

/** Gives a block of Bob's Alice's bits of some groups. @returns how many of his bits differed. */
function takeGroups(bits: Uint8Array, alices: Uint8Array, groups: Uint32Array): number {
  const wrong = Uint8Array.from(groups, (group) => bits[group] ^ alices[group]);
  for (const group of groups) bits[group] = alices[group];
  return countOnes(wrong);
}

/**
 * Blind reconciliation of blocks that failed (J. Martinez-Mateo, D. Elkouss, V. Martin, "Blind reconciliation", 2012):
 * Alice tells private bits of punctured positions, and when all are told bits of the key, step by step and the same positions of all
 * failed blocks, and Bob decodes the same words again. Told bits stay in the key and are counted as leaked.
 * @param most bits that may be told of a block of some length. A block of which more would be told stays failed.
 */
function blindSteps(
  { correct, blocksMaximum, layout }: Bob,
  { stream, parameters: { code } }: RunPlan,
  read: BlockReader<Blocks>,
  most: (length: number) => Told,
) {
  const { punctured, seed } = stream;
  const step = Math.ceil(BLIND_STEP * (code.matrix.rows - punctured));
  const disclosures = [...blindDisclosures(step, most(layout.keyBits))];
  // Few blocks fail, and their memory comes on top of that of all blocks.
  const atOnce = Math.max(1, Math.floor(blocksMaximum / 8));
  /** What is told in all, in its order. Orders of long codes take a while: blocks seldom fail. */
  let all: { readonly told: DisclosedPositions; readonly takeOut: ReturnType<typeof disclosedSyndromes> } | undefined;
  const prepared = () => {
    const { keyPositions: key, puncturedPositions, shortenedPositions: shortened } = layout;
    const root = { key, punctured: puncturedPositions, shortened };
    const told = disclosedPositions(root, disclosures[disclosures.length - 1], seed);
    // Of the told bits, those of the key are known in Bob's block; private bits are taken out of the syndrome.
    return { told, takeOut: disclosedSyndromes(code, root, { ...told, groups: new Uint32Array(0) }) };
  };
  return {
    /**
     * Changes the results of blocks that failed.
     * @param encoded Alice's message, bits and private bits of the blocks.
     * @returns of each block the bits that were told, and the number of further verdicts.
     */
    async tell(
      first: number,
      lengths: readonly number[],
      encoded: Readonly<Record<"payloads" | "bits" | "privateBits", Uint8Array>>,
      decoded: Decoded,
    ) {
      const [told, steps] = [new Uint32Array(lengths.length), new Uint32Array(lengths.length)];
      const part = (bytes: Uint8Array, from: number, to = from + 1) => {
        const stride = bytes.length / lengths.length;
        return bytes.subarray(from * stride, to * stride);
      };
      for (const disclosed of disclosures) {
        if (!decoded.verified.includes(0)) break;
        all ??= prepared();
        const { takeOut } = all;
        const punctured = all.told.punctured.subarray(0, disclosed.punctured);
        const groups = all.told.groups.subarray(0, disclosed.groups);
        const positions = toldPositions(layout, { punctured, groups });
        // By length: only a last block may be shorter than the others.
        const known = new Map(
          Array.from(new Set(lengths), (length) => {
            const limit = most(length);
            const ofKey = sum(Array.from(groups, (group) => bitsInGroup(length, group)));
            return [length, { ofKey, isAllowed: punctured.length <= limit.punctured && ofKey <= limit.key }];
          }),
        );
        const isTold = (i: number) => decoded.verified[i] === 0 && known.get(lengths[i])!.isAllowed;
        for (let from = 0, to = 0; from < lengths.length; from = Math.max(to, from + 1)) {
          // Consecutive blocks.
          for (to = from; to < lengths.length && to - from < atOnce && isTold(to); ) to++;
          if (to === from) continue;
          const message = splitMessages(part(encoded.payloads, from, to), stream);
          const bytes = message.syndromes.length / (to - from);
          for (let i = from; i < to; i++) {
            const row = message.syndromes.subarray((i - from) * bytes, (i - from + 1) * bytes);
            takeOut(row, packedAt(part(encoded.privateBits, i), punctured));
          }
          const blocks = await read(first + from, lengths.slice(from, to));
          const stride = blocks.bits.length / (to - from);
          const mended = lengths
            .slice(from, to)
            .map((_, i) => takeGroups(blocks.bits.subarray(i * stride), part(encoded.bits, from + i), groups));
          const again = await correct(blocks, message, positions);
          part(decoded.bits, from, to).set(again.bits);
          decoded.verified.set(again.verified, from);
          decoded.converged.set(again.converged, from);
          for (let i = from; i < to; i++) {
            decoded.iterations[i] += again.iterations[i - from];
            if (decoded.corrected && again.verified[i - from] === 1) {
              decoded.corrected[i] = again.corrected[i - from] + mended[i - from];
            }
            told[i] = punctured.length + known.get(lengths[i])!.ofKey;
            steps[i]++;
          }
        }
      }
      return { told, steps };
    },
  };
}

/** A bit for each position of a word, packed: 1 where the bit is told. */
function toldPositions(layout: Bob["layout"], { punctured, groups }: DisclosedPositions): Uint8Array {
  const told = new Uint8Array(Math.ceil(layout.wordBits / 8));
  const add = (position: number) => {
    told[position >> 3] |= 0x80 >> (position & 7);
  };
  for (const index of punctured) add(layout.puncturedPositions[index]);
  for (const group of groups) layout.keyPositions.subarray(GROUP_BITS * group, GROUP_BITS * (group + 1)).forEach(add);
  return told;
}

/** Sifted bits: Alice's are the reference. */
export const BITS: DataKind<BitFile> = {
  unit: "bit/s",
  length: ({ bits }) => bits,
  identityOf: bitIdentity,
  async open(files, { reference, decoding, syndromes }, { options, opened }) {
    const { inputFormat: format, bits } = options;
    const open = async (path: string, expected?: { readonly bits: number; readonly of: string }) =>
      opened(await openBitFile(path, { expected, format }));
    if (files.syndromes !== undefined) {
      files.decoding = await open(decoding!, { bits: files.syndromes.header.bits, of: syndromes! });
      return;
    }
    files.reference = await open(reference!, bits === undefined ? undefined : { bits, of: "--bits" });
    if (decoding === undefined) return;
    files.decoding = await open(decoding, { bits: files.reference.bits, of: reference! });
  },
  begin: async (options, { reference }, drawn) => newBitStream(options, reference!.bits, drawn),
  check: () => {},
  parameter(options, stream) {
    if (isOfValues(stream)) throw new Error("a stream of values among bits");
    return options.qber ?? stream.qber;
  },
  sides({ reference, decoding }, engine, plan, { largestEfficiency }, retry) {
    const { stream, parameters, header } = plan;
    const keyBits = keyBitsOf(stream);
    const blocksOf = (input: BitFile) => async (first: number, lengths: readonly number[]) => {
      const bits = await input.read(first * keyBits, lengths, Math.ceil(keyBits / 8));
      const last = lengths[lengths.length - 1];
      return { first, count: lengths.length, bits, ...(last < keyBits && { lastBits: last }) };
    };
    const sender = reference && alice(engine, parameters);
    const { decoder, parameter } = header.decoding ?? {};
    const receiver = decoding && bob(engine, parameters, readDecoder(decoder!), parameter!);
    const ordered = decoding && interleavedBits(decoding, stream);
    // A block of which its bits are told by syndrome, hash and steps has no secret.
    const { punctured, hashBits } = stream;
    const syndromeBits = stream.code.checks - punctured;
    const within = (efficiency: number, length: number) =>
      Math.min(Math.floor(efficiency * length * binaryEntropy(parameter ?? 0)), length - hashBits - 1) - syndromeBits;
    const most = (length: number) => ({
      punctured: Math.min(punctured, largestEfficiency === undefined ? punctured : within(largestEfficiency, length)),
      key: Math.max(0, within(largestEfficiency ?? BLIND_EFFICIENCY, length) - punctured),
    });
    const whole = most(keyBits);
    const steps = largestEfficiency !== 1 && Math.max(whole.punctured, whole.key) > 0;
    return {
      blind: sender && receiver && steps ? blindSteps(receiver, plan, blocksOf(ordered!), most) : undefined,
      reference:
        sender &&
        referenceSide(sender, stream, blocksOf(interleavedBits(reference, stream)), async (blocks) => ({
          message: await sender.encode(blocks),
          bits: blocks.bits,
        })),
      decoding:
        receiver &&
        decodingSide(
          receiver,
          stream,
          blocksOf(retry ? retriedBits(ordered!, retry.retry, retry.blocks) : ordered!),
          (blocks, message) => receiver.correct(blocks, message),
          retry,
        ),
    };
  },
};

/** A file of values with its statistics. */
type Values = ValueFile & { readonly moments: ValueMoments };

/** Gaussian values, in reverse reconciliation: Bob's are the reference. */
export const VALUES: DataKind<Values> = {
  unit: "values/s",
  length: ({ values }) => values,
  identityOf: valueIdentity,
  /** Quantised values of the reference end are refused without --resolution. */
  async open(files, { reference: referencePath, decoding: decodingPath, syndromes, disclosed }, work) {
    const { opened, options } = work;
    const { resolution } = options;
    const open = async (path: string, expected?: Parameters<typeof openValueFile>[1]) =>
      opened(await openValueFile(path, expected));
    const withMoments = async (file: ValueFile): Promise<Values> => ({ ...file, moments: await valueMoments(file) });
    if (files.syndromes !== undefined) {
      const { values } = valueHeader(files.syndromes.header).gaussian;
      files.decoding = await withMoments(await open(decodingPath!, { values, of: syndromes! }));
      return;
    }
    if (disclosed !== undefined) files.disclosed = opened(await openDisclosed(disclosed));
    const message = files.disclosed && { values: files.disclosed.header.values, of: files.disclosed.path };
    const reference = await open(referencePath!, message);
    // Lengths are compared first, since reading all values may take a while.
    const decoding = decodingPath && (await open(decodingPath, { values: reference.values, of: referencePath! }));
    files.reference = await withMoments(reference);
    if (resolution === undefined) requireContinuous(files.reference.moments, referencePath!);
    else await requireStep(reference, resolution);
    if (decoding) files.decoding = await withMoments(decoding);
  },
  begin: newValueStream,
  /** @throws InputError as `gaussianLayout` and `estimateLink`. */
  check({ stream, parameters }, file) {
    // A fault in the layout would be a fault of the code.
    gaussianLayout(parameters);
    try {
      linkOf(valueHeader(stream).gaussian);
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`its link: ${error.message}`, { file });
      throw error;
    }
  },
  /** @throws InputError as `correlationOf`. */
  parameter(options, stream) {
    const snr = options.snr ?? valueHeader(stream).gaussian.snr;
    correlationOf(snr);
    return snr;
  },
  sides({ reference, decoding }, engine, { stream, parameters, header }, _, retry) {
    const { gaussian, salt } = valueHeader(stream);
    const disclosure = disclosureOf(gaussian.values, gaussian.disclosed, gaussian.message?.seed ?? salt);
    const sequence = (data: Values) => new ValueSequence(data, data.moments, disclosure);
    const groups = keyBitsOf(stream) / OCTONION;
    // Digitised values of the reference end are dithered by their step in the unit of the file.
    const blocksOf = (input: ValueSequence, step?: number) => async (first: number, lengths: readonly number[]) => {
      const count = lengths.length;
      const values = await input.read({ first: first * groups, count: count * groups });
      if (step !== undefined) ditherValues(values, step / input.moments.deviation);
      return { first, count, values };
    };
    const sender = reference && referenceEnd(engine, parameters);
    const { decoder, parameter } = header.decoding ?? {};
    const receiver = decoding && decodingEnd(engine, parameters, readDecoder(decoder!), correlationOf(parameter!));
    return {
      reference:
        sender &&
        referenceSide(sender, stream, blocksOf(sequence(reference), header.resolution), (blocks) =>
          sender.encode(blocks),
        ),
      decoding:
        receiver &&
        decodingSide(
          receiver,
          stream,
          retry ? failedValues(sequence(decoding), retry) : blocksOf(sequence(decoding)),
          (blocks, message) => receiver.decode(blocks, message),
          retry,
        ),
    };
  },
};

/** The stream from the reference end's options. */
async function newValueStream(options: KeyOptions, files: InputFiles<Values>, drawn?: DrawnForRun) {
  const { values, path: file } = files.reference!;
  const salt = saltOf(drawn);
  const message = files.disclosed?.header;
  const disclosed = message?.every ?? options.disclose ?? 0;
  // The salt and the seed of the message were drawn when the values existed.
  const disclosure = disclosureOf(values, disclosed, message?.seed ?? salt);
  const link = await knownLink(options, disclosure, files.reference!, files.decoding, files.disclosed);
  const left = OCTONION * disclosure.kept;
  const gaussian = { values, disclosed, ...(message && { message }), ...link };
  // An invalid link is refused here, before any work.
  const estimate = estimateSummary(gaussian);
  const chosen = options.code === undefined ? codeBySnr(gaussian.snr, estimate, left, options.hashBits!) : undefined;
  const code = options.code ?? chosen!.code;
  const unsent = { punctured: chosen?.punctured ?? 0, shortened: 0 };
  const { agreed, parameters } = agree(options, loadColumns(code, options), unsent, salt);
  const { keyBits, syndromeLeakage } = gaussianLayout(parameters);
  if (syndromeLeakage >= keyBits) {
    throw new InputError(`--code ${code}: ${syndromeLeakage} syndrome bits tell all of ${keyBits} bits of a block`);
  }
  const blocks = Math.floor(left / keyBits);
  if (blocks === 0) {
    throw new InputError(`has ${left} values to reconcile, but a block of ${code} takes ${keyBits}`, { file });
  }
  return { stream: { ...agreed, gaussian, bits: blocks * keyBits, blocks }, parameters };
}

/** The code of the table for an SNR, of an estimate for the lower end, since a code fails below its least SNR. */
function codeBySnr(snr: number, estimate: ReturnType<typeof estimateSummary>, values: number, hashBits: number) {
  try {
    return chooseValueCode(valueCandidates(), estimate?.low ?? snr, values, hashBits);
  } catch (error) {
    if (estimate === undefined || !(error instanceof InputError)) throw error;
    const [low, high] = [estimate.low, estimate.high].map((end) => formatNumber(end, 4));
    throw new InputError(`the SNR is estimated as ${low} … ${high}, and the lower end counts: ${error.message}`);
  }
}

/** The header with the type of a stream of values. `requireKind` has checked it. */
function valueHeader(stream: StreamHeader): ValueStreamHeader {
  if (!isOfValues(stream)) throw new Error("a stream of bits among values");
  return stream;
}

/**
 * Publishes some values of the decoding end, chosen at random by this command. From then on, its sequence can be used with this choice
 * alone. The same command over the same sequence makes the same file again.
 */
export function discloseValues(path: string): Step {
  return async ({ options, opened }) => {
    const { modulationVariance: variance } = options;
    const target = reconciliationFile(options.out, "disclosed");
    requireNewFile(target, options.force);
    const every = options.disclose!;
    const messages = opened(new Messages(options));
    const file = opened(await openValueFile(path));
    const { deviation } = await valueMoments(file);
    const identity = await valueIdentity(file);
    const { ledger } = messages;
    const party = partyOf("decoding", options.cv);
    const before = await ledger.disclosureOf(identity, party);
    const seed = before?.seed ?? randomBytes(16).toString("hex");
    const modulation = variance === undefined ? undefined : { variance, deviation };
    const disclosed = OCTONION * disclosedGroups(file.values, every);
    const writer = await writeDisclosed(target, file, { every, seed, modulation });
    try {
      await ledger.begin({
        run: writer.id,
        root: writer.id,
        disclosed: { every, seed, values: disclosed },
        folder: resolve(options.out),
        data: [{ party, file: path, identity }],
      });
      // A key without bits left refuses here, while nothing is told.
      const seal = messages.seal("decoding");
      await messages.note(writer.id, party);
      // The ledger records the file before it has its name, because it may be public from then on.
      const entry = await ledger.find(writer.id, party);
      if (entry?.state === "begun") await ledger.disclose(writer.id, party, disclosedFileBits(writer.header), false);
      writer.finish(seal);
    } finally {
      writer.file.discard();
      // Without a file, nothing was disclosed.
      await ledger.forget(writer.id);
    }
    const unit =
      variance === undefined
        ? "the SNR can be estimated from them, and no link without --modulation-variance"
        : `their modulation variance is ${formatNumber(variance, 4)}`;
    const rows: Row[] = [
      ["message", writer.id.slice(0, 16)],
      ["values", `${formatCount(file.values)}, of which ${formatCount(disclosed)} are disclosed; ${unit}`],
      ...messageRows(messages.summary),
      ["written", target],
    ];
    const summary = {
      message: writer.id,
      values: { all: file.values, disclosed },
      modulationVariance: variance,
      messages: messages.summary,
      files: [target],
    };
    return { summary, text: rowsText(rows) };
  };
}
