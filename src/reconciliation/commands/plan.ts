import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { loadOptions } from "../../cli/options/code.ts";
import { codeHash } from "../../code/hash.ts";
import { type Code, InputError } from "../../index.ts";
import { parseJson } from "../../json.ts";
import { CODE_COLUMNS, type CodeColumns, isPackagedCode, readText } from "../../node/codes/codes.ts";
import { listCodes, listFamilyCodes, loadCode } from "../../node/index.ts";
import { packageRoot } from "../../node/program.ts";
import {
  adaptRate,
  blockLayout,
  type CodeCandidate,
  chooseCode,
  RECONCILIATION_DECODER,
  type ReconciliationParameters,
} from "../core/layout.ts";
import {
  type BitStreamHeader,
  codeLabel,
  type GaussianHeader,
  isOfValues,
  type JournalHeader,
  partyOf,
  type Role,
  type StreamHeader,
} from "../files/headers.ts";
import type { KeyOptions } from "./options.ts";

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
      /** Punctured positions of a word. */
      punctured: z.number().int().nonnegative().default(0),
      /** Whether more positions may be shortened at the same efficiency, for a higher QBER. */
      shortens: z.boolean().default(false),
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

/** Tables that experiments write: `qkd-operating-points` of standards' codes, and `key-efficiency` of ours. */
const STANDARDS = "reconciliation.json";
const OURS = "key-efficiency.json";

/** A table that doc/papers/cv-qkd.md measures. */
const VALUE_TABLE = z.strictObject({
  format: z.literal("gfq-ldpc codes for Gaussian values"),
  version: z.literal(1),
  description: z.string(),
  candidates: z.array(
    z.strictObject({
      code: z.string(),
      n: z.number().int().positive(),
      checks: z.number().int().positive(),
      punctured: z.number().int().nonnegative(),
      leastSnr: z.number().positive(),
      /** Of this many frames, with RECONCILIATION_DECODER. */
      frames: z.number().int().positive(),
      failures: z.number().int().nonnegative(),
    }),
  ),
});

/** The codes for Gaussian values of the table in codes/. */
export function valueCandidates() {
  const file = tableFile("cv-efficiency.json");
  return parseJson(readText(file), file, VALUE_TABLE).candidates;
}

/** The codes of the tables in codes/. */
export function reconciliationCandidates(): ReconciliationCandidate[] {
  const families = new Map([...listCodes(), ...listFamilyCodes()].map(({ name, family }) => [name, family]));
  return [STANDARDS, OURS].flatMap((table) =>
    candidatesOf(table).map((candidate) => {
      const family = families.get(candidate.code);
      if (family === undefined)
        throw new InputError(`names the code ${candidate.code}, which does not exist`, { file: tableFile(table) });
      return { ...candidate, family };
    }),
  );
}

/** The decoder by which the table says what QBER a code of ours takes; with another more blocks fail. */
export function tableDecoder({ name, columns }: Pick<StreamHeader["code"], "name" | "columns">): string {
  const row = candidatesOf(OURS).find((candidate) => candidate.code === name && candidate.columns === columns);
  return row?.decoder ?? RECONCILIATION_DECODER;
}

const tableFile = (table: string) => join(packageRoot(), "codes", table);

function candidatesOf(table: string) {
  const file = tableFile(table);
  return parseJson(readText(file), file, TABLE).candidates;
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

/** The stream from Alice's options. @param drawn random numbers of the unfinished run to continue. */
export function newBitStream(options: KeyOptions, bits: number, drawn?: DrawnForRun): StreamPlan<BitStreamHeader> {
  const { qber } = options;
  if (qber === undefined) throw new InputError("no --qber given: give the expected error rate, for example 0.03");
  const chosen = chosenCode(options, qber, bits);
  const { agreed, parameters } = agree(options, chosen, unsentPositions(options, chosen, qber), saltOf(drawn));
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
  const interleaver = options.interleave ? (drawn?.interleaver ?? randomBytes(8).toString("hex")) : undefined;
  return { stream: { ...agreed, qber, ...(interleaver && { interleaver }), bits, blocks }, parameters };
}

/** The salt of a run, in hexadecimal. @param drawn random numbers of the unfinished run to continue. */
export function saltOf(drawn: DrawnForRun | undefined): string {
  return drawn?.salt ?? randomBytes(16).toString("hex");
}

/** The parameters of blocks, of bits or of values, on which both ends agree. */
export function agree(
  { hashBits, seed }: KeyOptions,
  { name, columns, code }: ChosenCode,
  unsent: { readonly punctured: number; readonly shortened: number },
  salt: string,
) {
  const { rows: checks, columns: n } = code.matrix;
  const common = { ...unsent, seed: seed ?? 1, hashBits: hashBits! };
  return {
    agreed: { code: { name: codeLabel(name), columns, hash: codeHash(code.matrix, code), n, checks }, ...common, salt },
    parameters: { code, ...common, salt: saltBytes(salt) },
  };
}

/** The stream of a syndrome file. */
export function receivedStream<Header extends StreamHeader>(options: KeyOptions, stream: Header, file: string) {
  const { name, columns, hash } = stream.code;
  if (options.columns !== undefined && options.columns !== columns) {
    const remedy = "leave the word out, or get the right file";
    throw new InputError(`was made with columns=${columns}, not ${options.columns}: ${remedy}`, { file });
  }
  const least = options.leastHashBits!;
  if (stream.hashBits < least) {
    throw new InputError(
      `has hashes of ${stream.hashBits} bits, less than --least-hash-bits ${least}: ask the other end for --hash-bits ${least}`,
      { file },
    );
  }
  // The name of the code comes from the other end, so it is never read as a path.
  if (options.code === undefined && !isPackagedCode(name)) {
    const remedy = "which does not come with this package: give it with --code";
    throw new InputError(`was made with the code ${name}, ${remedy}`, { file });
  }
  const code = loadCode(options.code ?? name, { ...loadOptions(options), columns });
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

/** @throws InputError if a syndrome file is of bits where values are expected, or the reverse. */
export function requireKind({ cv }: KeyOptions, stream: StreamHeader, file: string): void {
  if (isOfValues(stream) === cv) return;
  const use = cv ? "is of bits: use ldpc key, not ldpc key cv" : "is of Gaussian values: use ldpc key cv";
  throw new InputError(use, { file });
}

function saltBytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

/** The code of --code; else the one of the table, in a family or of all, that leaks least of these bits at this QBER. */
function chosenCode(options: KeyOptions, qber: number, bits: number) {
  const { code, family = "all" } = options;
  if (code !== undefined && options.family !== undefined)
    throw new InputError("--code and --family are given: choose one");
  if (code !== undefined) return loadColumns(code, options);
  const all = reconciliationCandidates();
  const candidates = all.filter((candidate) => family === "all" || candidate.family === family);
  if (candidates.length === 0) {
    const families = [...new Set(all.map((candidate) => candidate.family)), "all"].join(", ");
    throw new InputError(`--family ${family} is none of ${families}`);
  }
  const { code: name, columns, punctured, shortened } = chooseCode(candidates, qber, bits);
  return { ...loadColumns(name, { ...options, columns: options.columns ?? columns }), punctured, shortened };
}

/** A code by name, and the columns in use. */
interface ChosenCode {
  readonly name: string;
  readonly columns: CodeColumns;
  readonly code: Code;
}

/** Loads a code with the columns from the options: its information columns, if its parity columns are known. */
export function loadColumns(nameOrFile: string, options: KeyOptions): ChosenCode {
  const whole = loadCode(nameOrFile, { ...loadOptions(options), columns: "all" });
  const columns = options.columns ?? (whole.parity === undefined ? "all" : "information");
  const code = columns === "all" ? whole : loadCode(nameOrFile, { ...loadOptions(options), columns });
  return { name: whole.name, columns, code };
}

/** Numbers of punctured and shortened positions, from the options. */
function unsentPositions(options: KeyOptions, chosen: ReturnType<typeof chosenCode>, qber: number) {
  const { adapt: adaptable, efficiency, punctured, shortened } = options;
  if (adaptable === undefined && efficiency === undefined) {
    if ("punctured" in chosen && punctured === undefined && shortened === undefined) {
      return { punctured: chosen.punctured, shortened: chosen.shortened };
    }
    return { punctured: punctured ?? 0, shortened: shortened ?? 0 };
  }
  if (adaptable === undefined)
    throw new InputError("--efficiency goes with --adapt: give the number of positions that may be adapted");
  if (efficiency === undefined)
    throw new InputError("--adapt goes with --efficiency: give for example --efficiency 1.2");
  if (punctured !== undefined || shortened !== undefined) {
    throw new InputError("--adapt decides on punctured and shortened positions: leave --punctured and --shortened out");
  }
  const { columns: n, rows: checks } = chosen.code.matrix;
  return adaptRate({ n, checks, qber, adaptable, efficiency });
}

/** The first difference between an unfinished run and a new command, in words; undefined if they describe the same run. */
export function runDifference(unfinished: JournalHeader, now: JournalHeader): string | undefined {
  const [was, is] = [descriptions(unfinished), descriptions(now)];
  const different = Object.keys(was).find((what) => was[what] !== is[what]);
  if (different === undefined) return undefined;
  if (was[different] !== undefined && is[different] !== undefined) {
    return `${different} ${was[different]}, not ${is[different]}`;
  }
  // If only one run has a property, the property is named without a value.
  const { stream, files } = unfinished;
  if (files.reference === undefined) return `${dataOf("decoding", stream)} and a syndrome file`;
  return files.decoding === undefined ? `${dataOf("reference", stream)} alone` : "the data of both ends";
}

/** All properties that determine the content of the files, each with its option. */
function descriptions({ stream, files, received, decoding, resolution }: JournalHeader) {
  const { code, punctured, shortened, seed, hashBits, bits } = stream;
  const ofValues = isOfValues(stream);
  const file = (role: Role) => {
    const { length, sha256 } = files[role] ?? {};
    return sha256 && `of ${length} ${ofValues ? "values" : "bits"}, SHA-256 ${sha256.slice(0, 12)}…`;
  };
  const { message, link, disclosed, snr }: Partial<GaussianHeader> = ofValues ? stream.gaussian : {};
  const all: Record<string, unknown> = {
    data: ofValues ? "Gaussian values" : "bits",
    [dataOf("decoding", stream)]: file("decoding"),
    [dataOf("reference", stream)]: file("reference"),
    "the syndrome file": received,
    "--code": `${code.name} (${code.hash.slice(0, 12)}…)`,
    "--columns": code.columns,
    "--disclosed": message && `of ${message.values} values, seed ${message.seed.slice(0, 12)}…`,
    "--disclose": disclosed,
    "--epsilon-pe": link?.epsilon ?? "not needed",
    "--modulation-variance": link?.modulationVariance ?? "not needed",
    "--detector-efficiency": link?.detectorEfficiency ?? "not needed",
    "--electronic-noise": link?.electronicNoise ?? "not needed",
    // The sums depend on this option alone.
    "--shot-noise": link ? `with which Bob's values have ${link.yy}` : "not needed",
    "--resolution": resolution ?? 0,
    [ofValues ? "--snr" : "--qber"]: decoding?.parameter ?? (ofValues ? snr : stream.qber),
    "--bits": bits,
    "--interleave": !ofValues && stream.interleaver !== undefined ? "given" : "not given",
    "--punctured": punctured,
    "--shortened": shortened,
    "--seed": seed,
    "--hash-bits": hashBits,
    "--decoder": decoding?.decoder,
  };
  return Object.fromEntries(Object.entries(all).map(([what, is]) => [what, is === undefined ? is : String(is)]));
}

/** `Alice's data`. */
function dataOf(role: Role, stream: StreamHeader): string {
  return partyOf(role, isOfValues(stream)) === "alice" ? "Alice's data" : "Bob's data";
}
