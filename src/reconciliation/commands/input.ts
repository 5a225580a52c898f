import type { Engine } from "../../index.ts";
import { decoderText, readDecoder } from "../../index.ts";
import { decoderFile } from "../../node/disk/bounded-text.ts";
import type { DataIdentity } from "../files/data-identity.ts";
import {
  type DisclosedHeader,
  type JournalHeader,
  type Party,
  partyOf,
  type Role,
  type StreamHeader,
  SYNDROMES,
} from "../files/headers.ts";
import type { LedgerRun } from "../files/ledger.ts";
import { RecordReader } from "../files/record-file.ts";
import type { RetryFiles } from "../files/retry.ts";
import type { DecodingSide, ReferenceSide } from "../files/sides.ts";
import type { ReconcileArguments } from "./options.ts";
import { type DrawnForRun, openRetry, receivedStream, requireKind, retryFiles, type StreamPlan } from "./plan.ts";
import { readSecurity, requireOneLink, type Security } from "./secret.ts";

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
  /** Syndrome files of the first run and of a retry. */
  syndromes?: RecordReader<StreamHeader>;
  further?: RecordReader<StreamHeader>;
  /** The decoding end's disclosed values, for the reference end. */
  disclosed?: RecordReader<DisclosedHeader>;
  /** Step of the reference end's values, if they are digitised. */
  resolution?: number;
  /** All open files. */
  readonly open: { close(): Promise<void> }[];
}

/** What the steps over blocks need to know about bits, or about values. */
export interface DataKind<Data extends { readonly path: string }> {
  /** Unit of the speed in the progress line. */
  readonly unit: string;
  /** The decoder without --decoder. */
  readonly decoder: string;
  /** Bits or values. */
  length(data: Data): number;
  identityOf(data: Data): Promise<DataIdentity>;
  /** Opens the data of the ends that are here; the other end's syndrome file is open. @throws InputError for files that do not fit. */
  open(files: InputFiles<Data>, paths: BlockFiles, options: ReconcileArguments): Promise<void>;
  /** The stream of the end that begins a run. @param drawn random numbers of the unfinished run to continue, if there is one. */
  begin(options: ReconcileArguments, files: InputFiles<Data>, drawn?: DrawnForRun): Promise<StreamPlan>;
  /** Checks a stream that the other end has begun. */
  check(plan: StreamPlan, file: string): void;
  /** The QBER or the SNR that the decoder takes for the channel's. */
  parameter(options: ReconcileArguments, stream: StreamHeader): Promise<number>;
  /** The ends on an engine. @param retry files of a retry's blocks. */
  sides(files: InputFiles<Data>, engine: Engine, plan: RunPlan, retry?: RetryFiles): Sides;
}

/** A stream, and this process's part of its work. */
export interface RunPlan extends StreamPlan {
  readonly header: JournalHeader;
}

/** Ends on an engine, with their data. */
interface Sides {
  readonly ends: readonly ({ release(): void } | undefined)[];
  readonly reference?: ReferenceSide;
  readonly decoding?: DecodingSide;
}

/** Input files of a step, strings of bits or sequences of values, and what a run makes of them. */
export interface ReconcileInput {
  /** Whether this process has each of the ends. */
  readonly ends: Readonly<Record<Role, boolean>>;
  /** The syndrome file, if this process does not have the reference end. */
  readonly syndromes?: RecordReader<StreamHeader>;
  /** Files from the other end. */
  readonly received: readonly RecordReader<StreamHeader>[];
  readonly disclosed?: RecordReader<DisclosedHeader>;
  /** The user's statements about Eve, if there are any. */
  readonly security?: Security;
  readonly unit: string;
  plan(drawn?: DrawnForRun): Promise<RunPlan>;
  /** The data of this process's ends in the form of the ledger. */
  data(): Promise<LedgerRun["data"]>;
  sides(engine: Engine, plan: RunPlan): Sides;
  close(): Promise<void>;
}

/** Opens the files of a step. @throws InputError for files that cannot be read or do not fit. */
export async function openInput<Data extends { readonly path: string }>(
  kind: DataKind<Data>,
  paths: BlockFiles,
  options: ReconcileArguments,
): Promise<ReconcileInput> {
  const security = await readSecurity(options);
  const files: InputFiles<Data> = { open: [] };
  const close = async () => {
    for (const file of files.open) await file.close();
  };
  try {
    if (paths.syndromes !== undefined) {
      files.syndromes = await RecordReader.open(paths.syndromes, SYNDROMES);
      files.open.push(files.syndromes);
      requireKind(options, files.syndromes.header, paths.syndromes);
      if (paths.further !== undefined) {
        files.further = await openRetry(paths.further, files.syndromes);
        files.open.push(files.further);
      }
    }
    await kind.open(files, paths, options);
  } catch (error) {
    await close();
    throw error;
  }
  const { reference, decoding, further } = files;
  const syndromes = further ?? files.syndromes;
  const own = {
    reference: identified(kind, partyOf("reference", options.cv), reference),
    decoding: identified(kind, partyOf("decoding", options.cv), decoding),
  };
  return {
    ends: { reference: reference !== undefined, decoding: decoding !== undefined },
    syndromes,
    received: present(files.syndromes, further),
    disclosed: files.disclosed,
    unit: kind.unit,
    security,
    close,
    // Alice's first.
    data: async () => {
      const [first, second] = options.cv ? [own.decoding, own.reference] : [own.reference, own.decoding];
      return present(await first?.data(), await second?.data());
    },
    async plan(drawn) {
      const plan = syndromes
        ? receivedStream(options, syndromes.header, syndromes.path)
        : await kind.begin(options, files, drawn);
      if (syndromes) kind.check(plan, syndromes.path);
      requireOneLink(plan.stream, security, syndromes?.path);
      const spec = readDecoder(options.decoder ?? kind.decoder, decoderFile);
      const parameter = await kind.parameter(options, plan.stream);
      const header = {
        stream: plan.stream,
        resolution: files.resolution,
        received: syndromes?.id,
        files: { reference: await own.reference?.header(), decoding: await own.decoding?.header() },
        decoding: decoding && { decoder: decoderText(spec), parameter },
      };
      return { ...plan, header };
    },
    sides(engine, plan) {
      const retry = further && retryFiles(files.syndromes!, further, plan.parameters.code);
      return kind.sides(files, engine, plan, retry);
    },
  };
}

/** The data of an end with their identity, which reads the whole file at its first use; undefined if the other end has the file. */
function identified<Data extends { readonly path: string }>(kind: DataKind<Data>, party: Party, data?: Data) {
  if (data === undefined) return undefined;
  let found: Promise<DataIdentity> | undefined;
  const identity = () => {
    found ??= kind.identityOf(data);
    return found;
  };
  return {
    /** Entry of the data in the header of a journal. */
    header: async () => ({ length: kind.length(data), sha256: (await identity()).sha256 }),
    /** Entry of the data in the ledger. */
    data: async () => ({ party, file: data.path, identity: await identity() }),
  };
}

/** The items that are not undefined. */
function present<T>(...items: (T | undefined)[]): T[] {
  return items.filter((item) => item !== undefined);
}
