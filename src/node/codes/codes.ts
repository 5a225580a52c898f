import { existsSync, readdirSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { z } from "zod";
import type { Code } from "../../code/code.ts";
import { type FamilyMember, familyMembers } from "../../code/code-family.ts";
import type { MetEnsemble } from "../../code/construct/met.ts";
import { namedPair } from "../../code/css/pair.ts";
import { VALUE_CONVENTIONS } from "../../code/formats/format.ts";
import { ENSEMBLE_ENDING, readEnsemble, readFamily } from "../../code/formats/json.ts";
import { codeOfModel, rewiredCode } from "../../code/formats/quantum.ts";
import { formatsOfEnding, type ReadCodeOptions, readCode, unpackedName } from "../../code/formats/read-code.ts";
import { codeHash } from "../../code/hash.ts";
import { informationPart } from "../../code/information-part.ts";
import { positionsOf, positionsText } from "../../code/positions.ts";
import { rateMatch, withUnsent } from "../../code/rate-matching.ts";
import { type Transport, transportCode, VERSIONS } from "../../code/transport.ts";
import { codeWindows, modelWindows } from "../../code/windows.ts";
import { textOf } from "../../container.ts";
import { decodingGraph, isModelCode } from "../../decoder/shots/model.ts";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { meantText, nearest } from "../../nearest.ts";
import { once } from "../../once.ts";
import { requireOptions } from "../../options.ts";
import { printable } from "../../printable.ts";
import { BASES, type DetectorBasis, modelOfBasis } from "../../quantum/error-model.ts";
import { checksWithoutObservables, ENDINGS, type Ending, REWIRINGS } from "../../quantum/rewire.ts";
import { readBoundedBytes } from "../disk/disk.ts";
import { packageRoot } from "../program.ts";

/**
 * A code that comes with the package.
 * @example
 * const { name, family, path }: ListedCode = listCodes()[0];
 */
export interface ListedCode {
  /** Name that `loadCode` takes. */
  readonly name: string;
  /** Folder below codes/. */
  readonly family: string;
  /** Absolute path of its JSON file. */
  readonly path: string;
}

export const CODE_COLUMNS = ["all", "information"] as const;

/** The columns of a code's parity-check matrix that are used. */
export type CodeColumns = (typeof CODE_COLUMNS)[number];

/** The fields of `Transport`. */
const TRANSPORT = z
  .object({
    bits: z.number(),
    rate: z.number(),
    versions: z.array(z.literal(VERSIONS)).readonly(),
    pointBits: z.number(),
    buffer: z.number().optional(),
    sent: z.number().optional(),
  })
  .strict();

/** Options for reading a code from its file, as `LoadOptions` describes them; worker processes receive them as JSON. */
export const LOAD_OPTIONS = z.object({
  format: z.string().optional(),
  values: z.enum(VALUE_CONVENTIONS).optional(),
  polynomial: z.number().optional(),
  liftingSize: z.number().optional(),
  rows: z.number().optional(),
  fillers: z.number().optional(),
  columns: z.enum(CODE_COLUMNS).optional(),
  hz: z.string().optional(),
  basis: z.enum(BASES).optional(),
  rewire: z.enum(REWIRINGS).optional(),
  endsBy: z.enum(ENDINGS).optional(),
  window: z.int().min(1).optional(),
  commit: z.int().min(1).optional(),
  puncture: z.array(z.number()).readonly().optional(),
  shorten: z.array(z.number()).readonly().optional(),
  transport: TRANSPORT.optional(),
});

/**
 * Options of `loadCode`, all for codes in files that leave something open, but for `rows` and `fillers` (`rateMatch`) and `columns`.
 * - `format`: key of `formats` or `binaryFormats`; the file name's ending decides if left out, then the content.
 * - `values`: meaning of the file's numbers, `decimal`, `exponent` or `exponent+1`; the format's own if left out.
 * - `polynomial`: primitive polynomial of the field, bit i the coefficient of x^i; the usual one of GF(q) if left out.
 * - `liftingSize`: lifting size of one code of a file of base matrices.
 * - `rows`, `fillers`: block rows and filler bits of a 5G code.
 * - `columns`: `information` for the information columns alone, as reconciliation uses codes; all if left out.
 * - `hz`: file of H_Z beside that of H_X, for a quantum code of two codes (`pairCode`); a JSON file of a CSS code has both.
 * - `basis`: detectors of an error model that are decoded, `x`, `z` or `both`; both if left out.
 * - `rewire`: `gari` decodes an error model on a graph without mechanisms of both bases (`gariGraph`); its own graph if left out.
 * - `endsBy`: `observables` ends a shot of an error model when the detectors of the observables' basis are explained; all if left out.
 * - `window`, `commit`: rounds of an error model, or block rows of a code, that are decoded together, and those whose decisions then stay; half of
 *   the window if left out.
 * - `puncture`, `shorten`: positions of further symbols that are not sent; shortened ones are of information, and zero.
 * - `transport`: for the name `nr`, the transmissions of a transport block of 5G: its `bits` without checksum, target code
 *   `rate`, redundancy `versions`, `pointBits` of the modulation, bits of the soft `buffer` of a code block, all if left out, and
 *   bits `sent` by a transmission, which code blocks share; equal blocks by the rate if left out.
 * @example
 * const options: LoadOptions = { format: "alist", polynomial: 7 };
 */
export type LoadOptions = Readonly<z.infer<typeof LOAD_OPTIONS>>;

/**
 * A code of the package from a file of base matrices.
 * @example
 * const member: FamilyCode = listFamilyCodes()[0];
 * loadCode(member.name).name === member.name; // → true
 */
export interface FamilyCode extends ListedCode, FamilyMember {
  /** Publication or standard of its family. */
  readonly source: string;
}

const FAMILY_ENDING = ".base.json";

/**
 * The codes below codes/ with a file of their own, by family and name. Reads folders only, no file.
 * @example
 * listCodes().some(({ name }) => name === "nb620-gf32"); // → true
 */
export function listCodes(): ListedCode[] {
  return codeFiles(".json")
    .filter(({ path }) => !path.endsWith(FAMILY_ENDING) && !path.endsWith(ENSEMBLE_ENDING))
    .map(({ path, family }) => ({ name: basename(path, ".json"), family, path }));
}

/**
 * The codes made from base matrices below codes/ (standards', multi-edge type), file by file, by lifting size. Reads the files.
 * @example
 * listFamilyCodes().some(({ name }) => name === "wimax-2304-1152"); // → true
 */
export function listFamilyCodes(): FamilyCode[] {
  return codeFiles(FAMILY_ENDING).flatMap(codesOfFamily);
}

/** Whether a code of this name comes with the package. */
export function isPackagedCode(name: string): boolean {
  return listCodes().some((code) => code.name === name) || familyCode(name) !== undefined;
}

/** The code of this name from base matrices. Most names begin with their folder's, so few files are read. */
function familyCode(name: string): FamilyCode | undefined {
  const files = codeFiles(FAMILY_ENDING);
  const isLikely = ({ family }: CodeFile) => name.startsWith(`${family}-`);
  for (const file of [...files.filter(isLikely), ...files.filter((each) => !isLikely(each))]) {
    const code = codesOfFamily(file).find((each) => each.name === name);
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Codes of the families that a process has asked for: a sweep asks for one code hundreds of times. */
const knownFamilies = new Map<string, FamilyCode[]>();

function codesOfFamily({ path, family }: CodeFile): FamilyCode[] {
  const known = knownFamilies.get(path);
  if (known !== undefined) return known;
  const content = readFamily(readText(path), path);
  const codes = familyMembers(content).map((member) => ({ ...member, family, path, source: content.source }));
  knownFamilies.set(path, codes);
  return codes;
}

type CodeFile = Pick<ListedCode, "family" | "path">;

const codeFiles = (ending: string): CodeFile[] => packagedFiles().filter(({ path }) => path.endsWith(ending));

const packagedFiles = once((): CodeFile[] => {
  const root = join(packageRoot(), "codes");
  return (
    readdirSync(root, { recursive: true, encoding: "utf8" })
      // Files directly in codes/ describe codes of several families; none of them is a code.
      .filter((path) => path.endsWith(".json") && path.includes(sep))
      .sort()
      .map((path) => ({ path: join(root, path), family: path.split(sep).slice(0, -1).join("/") }))
  );
});

/**
 * A code of the package by its name, or else a code from a file; with `format`, always from a file.
 * @param nameOrFile name of a code of the package, or path of a file.
 * @param options format and open questions of a file, rate matching.
 * @throws InputError for an unknown name (with the nearest one), an unreadable file, or a file that is not a code; as
 * `rateMatch` and `informationPart`.
 * @example
 * const { matrix } = loadCode("tiny20-gf2");
 * [matrix.columns, matrix.field.q]; // → [20, 2]
 */
export function loadCode(nameOrFile: string, options: LoadOptions = {}): Code {
  requireOptions("loadCode", options, LOAD_OPTIONS.shape);
  if (options.transport !== undefined) return loadTransport(nameOrFile, options.transport, options);
  if (nameOrFile === TRANSPORTED) {
    throw new InputError(`the code ${TRANSPORTED} is chosen by a transport block: give --transport and --rate`);
  }
  if (options.format !== undefined) return loadCodeFile(nameOrFile, options);
  const listed = listCodes();
  const found = listed.find(({ name }) => name === nameOrFile);
  if (found !== undefined) return loadCodeFile(found.path, options);
  const isPath = /[/\\]/.test(nameOrFile) || formatsOfEnding(unpackedName(nameOrFile)).length > 0;
  if (isPath) return loadCodeFile(nameOrFile, options);
  const member = familyCode(nameOrFile);
  if (member !== undefined) return loadMember(member, options);
  if (existsSync(nameOrFile)) return loadCodeFile(nameOrFile, options);
  const names = [...listed, ...listFamilyCodes()].map(({ name }) => name);
  const remedy = meantText(nameOrFile, names) ?? "`ldpc codes` lists the names";
  throw new InputError(`unknown code "${nameOrFile}", and there is no such file: ${remedy}`);
}

/** Name of the code that a transport block chooses. */
const TRANSPORTED = "nr";

/** The code of a transport block of 5G. @throws InputError for another code, and for options of a code's file. */
function loadTransport(name: string, transport: Transport, { transport: _, ...options }: LoadOptions): Code {
  if (name !== TRANSPORTED) {
    throw new InputError(`--transport chooses base graph and lifting size: give --code ${TRANSPORTED}, not ${name}`);
  }
  const extra = Object.entries(options).find(([, value]) => value !== undefined);
  if (extra !== undefined) {
    throw new InputError(`--transport chooses rows, fillers and sent bits: leave the option ${extra[0]} out`);
  }
  return transportCode(transport, (member) => loadCode(member));
}

function loadMember({ name, path, liftingSize }: FamilyCode, options: LoadOptions): Code {
  if (options.liftingSize !== undefined && options.liftingSize !== liftingSize) {
    throw new InputError(
      `${name} has lifting size ${liftingSize}, not ${options.liftingSize}: leave --lifting-size out`,
    );
  }
  return loadCodeFile(path, { ...options, liftingSize });
}

function loadCodeFile(path: string, options: LoadOptions): Code {
  const { format, liftingSize, rows, fillers, columns, puncture, shorten, hz, basis, rewire } = options;
  if (format === undefined && path.endsWith(ENSEMBLE_ENDING)) {
    throw new InputError("is an ensemble, no code: `ldpc code construct --family met` makes codes of it", {
      file: path,
    });
  }
  const name = format ?? formatsOfEnding(unpackedName(path))[0];
  if (liftingSize !== undefined && name !== undefined && name !== "base-matrix" && name !== "qc") {
    throw new InputError("a lifting size is for base matrices and tables of shifts: leave --lifting-size out", {
      file: path,
    });
  }
  const { values, polynomial } = options;
  const readMatrix = (file: string) => readCodeFile(file, { format, values, polynomial, liftingSize });
  const paired = hz === undefined ? readMatrix(path) : withPartner(readMatrix(path), readMatrix(hz), path);
  const read = withBasis(paired, basis, path);
  const whole = withEnding(rewire === undefined ? read : rewiredModel(read, path), options.endsBy, path);
  const code = withWindows(whole, options.window, options.commit, path);
  const matched = rows === undefined && fillers === undefined ? code : rateMatch(code, { rows, fillers }).code;
  if (columns !== "information") return withUnsent(matched, { puncture, shorten });
  if (puncture !== undefined || shorten !== undefined) {
    throw new InputError("--puncture and --shorten are of whole codes: leave --columns information out");
  }
  return informationPart(matched);
}

/** Four times the matrix of a million-bit code in the longest format. */
const CODE_BYTES = 2 ** 28;

/** The file as text. @throws InputError if it cannot be read, or is longer than a matrix can be. */
export function readText(path: string): string {
  return textOf(readBytes(path));
}

/** The file's bytes. @throws InputError as `readText`. */
export function readBytes(path: string): Uint8Array {
  return readBoundedBytes(path, CODE_BYTES);
}

/**
 * A code from its file, or from the files of a matrix of github.com/kasaikenta/gd-css-decoder: FILE has the columns of each row, FILE_size M, N and q,
 * FILE_column and FILE_row the degrees, FILE_value the exponents plus one. Behind each other they are a file in the format ubs.
 */
function readCodeFile(path: string, options: ReadCodeOptions): Code {
  if (options.format !== undefined || !existsSync(`${path}_size`) || !existsSync(`${path}_value`)) {
    return readCode(readBytes(path), path, options);
  }
  const [size, ...lists] = ["_size", "_column", "_row", "", "_value"].map((part) => readText(path + part));
  const [rows, columns, q] = size.trim().split(/\s+/);
  return readCode([`${columns} ${rows} ${q}`, ...lists].join("\n"), path, { ...options, format: "ubs" });
}

/** The pair of H_X and H_Z. @throws InputError as `pairCode`, and for codes with more than a matrix. */
function withPartner(x: Code, z: Code, file: string): Code {
  for (const each of [x, z]) {
    const more = ["model", "punctured", "shortened"].find((name) => Object.hasOwn(each, name));
    if (more !== undefined)
      throw new InputError(`${each.name} is no plain matrix, of which --hz makes a pair`, { file });
  }
  const { name, source } = x;
  return { description: "", source, ...namedPair(name, { x: x.matrix, z: z.matrix }, file) };
}

/** An error model with the detectors of one basis alone. @throws InputError as `modelOfBasis`, or for a code that is none. */
function withBasis(code: Code, basis: DetectorBasis | undefined, file: string): Code {
  if (basis === undefined) return code;
  if (code.model === undefined)
    throw new InputError("is no error model, whose detectors have a basis: leave out --basis", { file });
  try {
    return { ...code, rewired: undefined, ...codeOfModel(modelOfBasis(code.model, basis), file) };
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.reason, { file }) : error;
  }
}

/** An error model on a rewired graph. @throws InputError as `rewiredCode`, or for a code that is none. */
function rewiredModel(code: Code, file: string): Code {
  if (code.model === undefined) {
    throw new InputError("is no error model, whose mechanisms are rewired: leave out --rewire", { file });
  }
  return { ...code, ...rewiredCode(code.model, code.name) };
}

/** An error model with the checks that end a shot. @throws InputError as `checksWithoutObservables`, or for a code that is none. */
function withEnding(code: Code, endsBy: Ending | undefined, file: string): Code {
  if (endsBy === undefined || endsBy === "all") return code;
  if (!isModelCode(code)) throw new InputError("is no error model, whose shots end: leave out --ends-by", { file });
  if (code.rewired?.pair !== undefined) {
    throw new InputError("is a pair of codes, whose shots end when all checks hold: leave out --ends-by", { file });
  }
  return { ...code, untested: checksWithoutObservables(code.model, decodingGraph(code), code.name) };
}

/** A code that is decoded in windows. @throws InputError as `modelWindows` and `codeWindows`, and for a pair of codes. */
function withWindows(code: Code, window: number | undefined, commit: number | undefined, file: string): Code {
  if (window === undefined) {
    if (commit !== undefined) throw new InputError(`--commit ${commit} is of windows: give --window, too`);
    return code;
  }
  if (code.rewired !== undefined || code.untested !== undefined) {
    throw new InputError(
      code.rewired?.pair === undefined
        ? "windows are cut from the model of a circuit as it is: leave out --rewire and --ends-by, or --window"
        : "is a pair of codes, which has no rounds: leave out --window",
      { file },
    );
  }
  const windows = { window, commit: commit ?? Math.ceil(window / 2) };
  if (isModelCode(code)) modelWindows(code.model, windows, code.name);
  else codeWindows(code, windows);
  return { ...code, windows };
}

/** The options with which a code was read, in the form of run.json: positions are lists such as `0-15,40`. */
export const STORED_OPTIONS = LOAD_OPTIONS.omit({ puncture: true, shorten: true })
  .extend({ puncture: z.string().optional(), shorten: z.string().optional() })
  .strict();

type StoredOptions = Readonly<z.infer<typeof STORED_OPTIONS>>;

/** A code as run.json holds it. */
interface StoredCode {
  /** The user's argument: a name or a file. */
  readonly given: string;
  readonly options?: StoredOptions;
  readonly hash: string;
}

/** The options to store, as a member of `StoredCode`; none if all are left out. */
export function storedOptions({ puncture, shorten, ...others }: LoadOptions): Pick<StoredCode, "options"> {
  const all = {
    ...others,
    puncture: puncture && positionsText(puncture),
    shorten: shorten && positionsText(shorten),
  };
  const said = Object.entries(all).filter(([, value]) => value !== undefined);
  return said.length === 0 ? {} : { options: Object.fromEntries(said) };
}

/** @throws InputError if a run's code is of a file that is not there. Names of built-in codes have neither a dot nor a slash. */
export function requireCodeFile({ given }: StoredCode, folder: string): void {
  if (!/[./\\]/.test(given) || existsSync(given)) return;
  const message = `the file of the run's code, ${printable(given)}, is not there: name the file by --code`;
  throw new InputError(message, { file: folder });
}

/**
 * The code of a run, read again.
 * @param folder of the run, for messages.
 * @param elsewhere a name or a file in place of the stored one.
 * @throws InputError if the code no longer exists or has changed.
 */
export function loadStoredCode({ given, options = {}, hash }: StoredCode, folder: string, elsewhere = given): Code {
  const { puncture, shorten, ...others } = options;
  const code = loadCode(elsewhere, { ...others, puncture: positions(puncture), shorten: positions(shorten) });
  if (codeHash(code.matrix, code) === hash) return code;
  throw new InputError(`"${elsewhere}" is not the code of this run: name its file with --code`, { file: folder });
}

function positions(text: string | undefined): readonly number[] | undefined {
  return text === undefined
    ? undefined
    : positionsOf(text, (part) => new InputError(`"${part}" in run.json is no position`));
}

/**
 * Names of the multi-edge-type ensembles that come with the package.
 * @example
 * listEnsembles().length > 0; // → true
 */
export function listEnsembles(): string[] {
  return ensembleFiles().map((path) => basename(path, ENSEMBLE_ENDING));
}

/**
 * A multi-edge-type ensemble of the package by its name, or else an ensemble from a file.
 * @param nameOrFile name of an ensemble of the package, or path of a JSON file.
 * @throws InputError for an unknown name (with the nearest one), or a file that cannot be read or is no ensemble.
 * @example
 * designRate(loadEnsemble(listEnsembles()[0])) > 0; // → true
 */
export function loadEnsemble(nameOrFile: string): MetEnsemble {
  const found = ensembleFiles().find((path) => basename(path, ENSEMBLE_ENDING) === nameOrFile);
  const path = found ?? nameOrFile;
  if (found !== undefined || /[/\\]|\.json$/.test(nameOrFile) || existsSync(nameOrFile)) {
    return readEnsemble(readText(path), path);
  }
  const meant = nearest(nameOrFile, listEnsembles());
  const remedy = meant === undefined ? `there are ${listEnsembles().join(", ")}` : `did you mean ${meant}?`;
  throw new InputError(`unknown ensemble "${nameOrFile}", and there is no such file: ${remedy}`);
}

const ensembleFiles = (): string[] => codeFiles(ENSEMBLE_ENDING).map(({ path }) => path);

const WHOLE = z.number().int().nonnegative();
const DISTANCE = z.strictObject({
  /** Name of a code of the package. */
  code: z.string(),
  /** SHA-256 of the code (`codeHash`). */
  hash: z.string(),
  /** Weight of the lightest word found. */
  distance: WHOLE,
  /** Words of that weight found, one for all its multiples. */
  words: WHOLE,
  /** Expected number of words of that weight that the search missed. */
  missed: z.number().nonnegative(),
  /** Information sets of the search. */
  sets: WHOLE,
  /** A word of that weight: its nonzero positions, and over GF(q) their symbols. */
  positions: z.array(WHOLE),
  values: z.array(WHOLE).optional(),
});
const TABLE = z.strictObject({
  format: z.literal("gfq-ldpc code distances"),
  version: z.literal(1),
  description: z.string(),
  codes: z.array(DISTANCE),
});

/** The lightest words of a code that a search found. */
export type KnownDistance = Readonly<z.infer<typeof DISTANCE>>;

/** The distances of `codes/distances.json`. @throws InputError if the table is damaged. */
export function knownDistances(): readonly KnownDistance[] {
  const file = join(packageRoot(), "codes", "distances.json");
  return parseJson(readText(file), file, TABLE).codes;
}
