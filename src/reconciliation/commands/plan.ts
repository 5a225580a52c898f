import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { evaluateNumber, integerOption } from "../../cli/command-line/option.ts";
import { loadOptions } from "../../cli/options/code.ts";
import { codeHash } from "../../code/hash.ts";
import { informationPart } from "../../code/information-part.ts";
import { type Code, InputError } from "../../index.ts";
import { parseJson } from "../../json.ts";
import { CODE_COLUMNS, type CodeColumns, isPackagedCode, readText } from "../../node/codes/codes.ts";
import { listCodes, listFamilyCodes, loadCode } from "../../node/index.ts";
import { packageRoot } from "../../node/package-root.ts";
import { canonicalJson } from "../../simulation/task.ts";
import { blockLayout, choosePositions, disclosedPositions, type ReconciliationParameters } from "../core/layout.ts";
import { adaptRate, type CodeCandidate, chooseCode } from "../core/rate-adaptation.ts";
import {
  type BitStreamHeader,
  codeLabel,
  type GaussianHeader,
  isOfValues,
  type JournalHeader,
  partyOf,
  type Role,
  rootKeyBits,
  type StreamHeader,
  SYNDROMES,
} from "../files/headers.ts";
import { RecordReader } from "../files/record-file.ts";
import { DisclosedSyndromes, type RetryFiles } from "../files/retry.ts";
import { DEFAULT_HASH_BITS, DEFAULT_SEED, type ReconcileArguments } from "./options.ts";

const TABLE = z.strictObject({
  format: z.literal("gfq-ldpc reconciliation codes"),
  version: z.literal(1),
  description: z.string(),
  candidates: z.array(
    z.strictObject({
      code: z.string(),
      columns: z.enum(CODE_COLUMNS),
      /** Columns of H that are used. */
      n: z.number().int().positive(),
      /** Rows of H. */
      checks: z.number().int().positive(),
      /** Highest QBER at which at most `failures` of the blocks fail. */
      highestQber: z.number().positive().lt(0.5),
      failures: z.number().positive().lt(1),
      /** Spec of the decoder. */
      decoder: z.string(),
      /** Origin of the QBER: the program that measured it, or the publication. */
      measured: z.string(),
    }),
  ),
});

/** A code for reconciliation, its highest QBER and the origin of that figure. */
type ReconciliationCandidate = CodeCandidate &
  z.infer<typeof TABLE>["candidates"][number] & { readonly family: string };

/** Path of the table. */
function candidatesFile(): string {
  return join(packageRoot(), "codes", "reconciliation.json");
}

/** The codes of `codes/reconciliation.json`. @throws InputError if the table is damaged or names an unknown code. */
export function reconciliationCandidates(): ReconciliationCandidate[] {
  const file = candidatesFile();
  const families = new Map([...listCodes(), ...listFamilyCodes()].map(({ name, family }) => [name, family]));
  return readTable(file).candidates.map((candidate) => {
    const family = families.get(candidate.code);
    if (family === undefined) throw new InputError(`names the code ${candidate.code}, which does not exist`, { file });
    return { ...candidate, family };
  });
}

function readTable(file: string): z.infer<typeof TABLE> {
  return parseJson(readText(file), file, TABLE);
}

/** Header and parameters of a stream, on which both ends must agree. */
export interface StreamPlan<Header extends StreamHeader = StreamHeader> {
  readonly stream: Header;
  readonly parameters: ReconciliationParameters;
}

/** Random numbers that the reference end draws for the header of a run, in hexadecimal. A continued run keeps them. */
export interface DrawnForRun {
  readonly salt: string;
  readonly interleaver?: string;
}

/** Bytes of an interleaver's seed. */
const SEED_BYTES = 8;

/**
 * The stream from Alice's options.
 * @param bits length of her string.
 * @param drawn random numbers of the unfinished run to continue, if there is one.
 * @throws InputError with the name of a missing or wrong option.
 */
export async function newBitStream(
  options: ReconcileArguments,
  bits: number,
  drawn?: DrawnForRun,
): Promise<StreamPlan<BitStreamHeader>> {
  const qber = await readQber(options);
  if (qber === undefined) throw new InputError("no --qber given: give the expected error rate, for example 0.03");
  const chosen = chosenCode(options, qber);
  const { rows: checks, columns: n } = chosen.code.matrix;
  const positions = await unsentPositions(options, { n, checks, qber });
  const { agreed, parameters } = agree(options, chosen, positions, drawn?.salt);
  const { keyBits, syndromeLeakage } = blockLayout(parameters);
  const blocks = Math.ceil(bits / keyBits);
  const leaked = blocks * syndromeLeakage;
  if (leaked >= bits) {
    const perBit = (leaked / bits).toFixed(2);
    throw new InputError(
      `the syndromes of ${chosen.name} tell ${leaked} bits of ${bits} sifted bits, ${perBit} a bit: no secret key is left; choose a code of higher rate, or blocks that the bits fill`,
    );
  }
  // Drawn now, when both ends have their bits, so that no one could place errors by it.
  const interleaver = options.interleave ? (drawn?.interleaver ?? randomBytes(SEED_BYTES).toString("hex")) : undefined;
  return { stream: { ...agreed, qber, ...(interleaver && { interleaver }), bits, blocks }, parameters };
}

/**
 * The parameters of blocks, of bits or of values, on which both ends agree.
 * @throws InputError with the name of a wrong option.
 */
export function agree(
  options: ReconcileArguments,
  { name, columns, code }: ChosenCode,
  { punctured, shortened }: { readonly punctured: number; readonly shortened: number },
  salt?: string,
) {
  const hashBits = integer(options, "hash-bits", DEFAULT_HASH_BITS);
  const seed = integer(options, "seed", DEFAULT_SEED);
  const hex = salt ?? randomBytes(16).toString("hex");
  const { rows: checks, columns: n } = code.matrix;
  const hash = codeHash(code.matrix, code);
  return {
    agreed: {
      code: { name: codeLabel(name), columns, hash, n, checks },
      punctured,
      shortened,
      seed,
      hashBits,
      salt: hex,
    },
    parameters: { code, punctured, shortened, seed, hashBits, salt: saltBytes(hex) },
  };
}

/** Numbers of punctured and shortened positions, from the options. */
export function givenPositions(options: ReconcileArguments): { punctured: number; shortened: number } {
  return { punctured: integer(options, "punctured", 0), shortened: integer(options, "shortened", 0) };
}

/**
 * The stream of a syndrome file.
 * @throws InputError if the code differs from the file's.
 */
export function receivedStream<Header extends StreamHeader>(
  options: ReconcileArguments,
  stream: Header,
  file: string,
): StreamPlan<Header> {
  requireAgreement(options, stream, file);
  const least = integer(options, "least-hash-bits", DEFAULT_HASH_BITS);
  if (stream.hashBits < least) {
    throw new InputError(
      `has hashes of ${stream.hashBits} bits, less than --least-hash-bits ${least}: ask the other end for --hash-bits ${least}`,
      { file },
    );
  }
  const { name, columns, hash } = stream.code;
  const code = loadReceived(options, stream, file);
  const { columns: n, rows: checks } = code.matrix;
  if (codeHash(code.matrix, code) !== hash || n !== stream.code.n || checks !== stream.code.checks) {
    const given = options.code === undefined ? `the ${name} that is here` : `--code ${options.code}`;
    throw new InputError(
      `was made with another code than ${given}: with ${name} (${columns} columns, ${stream.code.n} × ${stream.code.checks}, SHA-256 ${hash.slice(0, 12)}…)`,
      { file },
    );
  }
  const { punctured, shortened, seed, hashBits, salt, retry } = stream;
  const disclosed = retry && { punctured: retry.punctured, groups: retry.groups };
  return { stream, parameters: { code, punctured, shortened, seed, hashBits, salt: saltBytes(salt), disclosed } };
}

/**
 * Opens the syndrome file of a retry.
 * @throws InputError if the file is no retry, or belongs to another first run.
 */
export async function openRetry(path: string, root: RecordReader<StreamHeader>): Promise<RecordReader<StreamHeader>> {
  const file = await RecordReader.open(path, SYNDROMES);
  const { header } = file;
  const fault = retryFault(header, root);
  if (fault === undefined) return file;
  await file.close();
  throw new InputError(fault, { file: path });
}

function retryFault({ retry, ...stream }: StreamHeader, { header, id, path }: RecordReader<StreamHeader>) {
  if (retry === undefined) return "is no retry: give it as the syndrome file of the run";
  if (header.retry !== undefined) return `goes with the syndrome file of the first run, which ${path} is not`;
  const agreed = (all: Omit<StreamHeader, "retry">) => {
    const { bits, blocks, salt, ...rest } = all;
    return canonicalJson(rest);
  };
  if (retry.root !== id || retry.bits !== header.bits || agreed(stream) !== agreed(header)) {
    return `is not a retry of the run of ${path}: give the two of one run`;
  }
  return undefined;
}

/** Files of the positions of a retry's blocks. @param code code of the retry's stream. */
export function retryFiles(
  root: RecordReader<StreamHeader>,
  retry: RecordReader<StreamHeader>,
  code: Code,
): RetryFiles {
  const { blocks, positions, disclosed } = retriedPositions(retry.header, code);
  return { root, retry, blocks, syndromes: new DisclosedSyndromes(code, positions, disclosed) };
}

/** Positions of a retry's bits in the words of the first run. @throws Error for a stream that is no retry. */
export function retriedPositions(stream: StreamHeader, code: Code) {
  const { punctured, shortened, seed, retry } = stream;
  if (retry === undefined) throw new Error("not a retry");
  const positions = choosePositions(code, punctured, shortened, seed);
  const disclosed = disclosedPositions(positions, retry, seed);
  return { positions, disclosed, blocks: { bits: retry.bits, keyBits: rootKeyBits(stream), groups: disclosed.groups } };
}

/** @throws InputError if a syndrome file is of bits where values are expected, or the reverse. */
export function requireKind({ cv }: ReconcileArguments, stream: StreamHeader, file: string): void {
  if (isOfValues(stream) === cv) return;
  throw new InputError(cv ? "is of bits: use ldpc key, not ldpc key cv" : "is of Gaussian values: use ldpc key cv", {
    file,
  });
}

function saltBytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

/** Value of --qber, if given. @throws InputError if it is no crossover probability. */
export async function readQber({ qber }: ReconcileArguments): Promise<number | undefined> {
  if (qber === undefined) return undefined;
  const value = await evaluateNumber(qber, "--qber");
  if (!(value > 0 && value < 0.5)) throw new InputError(`--qber ${qber}: it must be above 0 and below 0.5`);
  return value;
}

function chosenCode(options: ReconcileArguments, qber: number) {
  const { code, family } = options;
  if (code !== undefined && family !== undefined) throw new InputError("--code and --family are given: choose one");
  if (code !== undefined) return loadColumns(code, options);
  const all = reconciliationCandidates();
  const families = [...new Set(all.map((candidate) => candidate.family)), "all"].join(", ");
  if (family === undefined) throw new InputError(`no code given: give --code, or --family with one of ${families}`);
  const candidates = all.filter((candidate) => family === "all" || candidate.family === family);
  if (candidates.length === 0) throw new InputError(`--family ${family} is none of ${families}`);
  const chosen = chooseCode(candidates, qber);
  return loadColumns(chosen.code, { ...options, columns: options.columns ?? chosen.columns });
}

/** A code by name, and the columns in use. */
interface ChosenCode {
  readonly name: string;
  readonly columns: CodeColumns;
  readonly code: Code;
}

/** Loads a code with the columns from the options. @throws InputError as `loadCode`. */
export function loadColumns(nameOrFile: string, options: ReconcileArguments): ChosenCode {
  const whole = loadCode(nameOrFile, { ...loadOptions(options), columns: "all" });
  const columns = options.columns ?? (whole.parity === undefined ? "all" : "information");
  return { name: whole.name, columns, code: columns === "all" ? whole : informationPart(whole) };
}

/** Loads the code of a syndrome file. Its name comes from the other end, so it is never read as a path. */
function loadReceived(options: ReconcileArguments, { code: { name, columns } }: StreamHeader, file: string): Code {
  if (options.code === undefined && !isPackagedCode(name)) {
    throw new InputError(`was made with the code ${name}, which does not come with this package: give it with --code`, {
      file,
    });
  }
  return loadCode(options.code ?? name, { ...loadOptions(options), columns });
}

async function unsentPositions(
  options: ReconcileArguments,
  { n, checks, qber }: { readonly n: number; readonly checks: number; readonly qber: number },
): Promise<{ punctured: number; shortened: number }> {
  const { adapt, efficiency, punctured, shortened } = options;
  if (adapt === undefined && efficiency === undefined) return givenPositions(options);
  if (adapt === undefined)
    throw new InputError("--efficiency goes with --adapt: give the number of positions that may be adapted");
  if (efficiency === undefined)
    throw new InputError("--adapt goes with --efficiency: give for example --efficiency 1.2");
  if (punctured !== undefined || shortened !== undefined) {
    throw new InputError("--adapt decides on punctured and shortened positions: leave --punctured and --shortened out");
  }
  const adaptable = integerOption("adapt", adapt, 0);
  return adaptRate({ n, checks, qber, adaptable, efficiency: await evaluateNumber(efficiency, "--efficiency") });
}

/** Options with a number, and their names in `ReconcileArguments`. */
const INTEGERS = {
  punctured: "punctured",
  shortened: "shortened",
  seed: "seed",
  "hash-bits": "hashBits",
  "least-hash-bits": "leastHashBits",
} as const;

function integer(options: ReconcileArguments, option: keyof typeof INTEGERS, fallback: number): number {
  const text = options[INTEGERS[option]];
  return text === undefined ? fallback : integerOption(option, text, 0);
}

/** @throws InputError if the code has other columns than the file's. */
function requireAgreement({ columns }: ReconcileArguments, { code }: StreamHeader, file: string): void {
  if (columns === undefined || columns === code.columns) return;
  throw new InputError(
    `was made with columns=${code.columns}, not ${columns}: leave the word out, or get the right file`,
    { file },
  );
}

/** The first difference between an unfinished run and a new command, in words; undefined if they describe the same run. */
export function runDifference(unfinished: JournalHeader, now: JournalHeader): string | undefined {
  const was = descriptions(unfinished);
  const is = descriptions(now);
  const different = Object.keys(was).find((what) => was[what] !== is[what]);
  if (different === undefined) return undefined;
  // If only one run has a property, the property is named without a value.
  if (was[different] === undefined || is[different] === undefined) return endsText(unfinished);
  return `${different} ${was[different]}, not ${is[different]}`;
}

/** All properties that determine the content of the files, each with its option. */
function descriptions({
  stream,
  files,
  received,
  decoding,
  resolution,
}: JournalHeader): Record<string, string | undefined> {
  const { code, punctured, shortened, seed, hashBits, bits } = stream;
  const ofValues = isOfValues(stream);
  const unit = ofValues ? "values" : "bits";
  const file = (role: Role) => files[role] && fileText(files[role], unit);
  return {
    data: ofValues ? "Gaussian values" : "bits",
    [dataOf("decoding", ofValues)]: file("decoding"),
    [dataOf("reference", ofValues)]: file("reference"),
    "the syndrome file": received,
    "--code": `${code.name} (${code.hash.slice(0, 12)}…)`,
    "--columns": code.columns,
    ...(ofValues
      ? {
          ...disclosureDescriptions(stream.gaussian),
          "--snr": String(decoding?.parameter ?? stream.gaussian.snr),
          "--resolution": String(resolution ?? 0),
        }
      : {
          "--qber": String(decoding?.parameter ?? stream.qber),
          "--bits": String(bits),
          "--interleave": stream.interleaver === undefined ? "not given" : "given",
        }),
    "--punctured": String(punctured),
    "--shortened": String(shortened),
    "--seed": String(seed),
    "--hash-bits": String(hashBits),
    "--decoder": decoding?.decoder,
  };
}

function disclosureDescriptions({ disclosed, message, link }: GaussianHeader): Record<string, string | undefined> {
  return {
    "--disclosed": message && `of ${message.values} values, seed ${message.seed.slice(0, 12)}…`,
    "--disclose": String(disclosed),
    "--epsilon-pe": String(link?.epsilon ?? "not needed"),
    "--modulation-variance": String(link?.modulationVariance ?? "not needed"),
    "--detector-efficiency": String(link?.detectorEfficiency ?? "not needed"),
    "--electronic-noise": String(link?.electronicNoise ?? "not needed"),
    // The sums depend on this option alone.
    "--shot-noise": link === undefined ? "not needed" : `with which Bob's values have ${link.yy}`,
  };
}

/** `Alice's data`. */
function dataOf(role: Role, ofValues: boolean): string {
  return partyOf(role, ofValues) === "alice" ? "Alice's data" : "Bob's data";
}

function fileText({ length, sha256 }: { readonly length: number; readonly sha256: string }, unit: string): string {
  return `of ${length} ${unit}, SHA-256 ${sha256.slice(0, 12)}…`;
}

function endsText({ stream, files }: JournalHeader): string {
  const ofValues = isOfValues(stream);
  if (files.reference === undefined) return `${dataOf("decoding", ofValues)} and a syndrome file`;
  return files.decoding === undefined ? `${dataOf("reference", ofValues)} alone` : "the data of both ends";
}
