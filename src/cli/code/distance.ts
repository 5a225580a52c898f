import { existsSync, statSync } from "node:fs";
import type { Code } from "../../code/code.ts";
import { type CssCode, isCssJson, readCssJson } from "../../code/css/css.ts";
import {
  type LightWord,
  type LightWordOptions,
  LightWordSearch,
  type LightWords,
  logicalCode,
  readWordsFile,
  type SearchIdentity,
  type WordGenerator,
  withoutLabels,
  writeWordsFile,
} from "../../code/low-weight.ts";
import { finishInTurns, type Steps } from "../../code/steps.ts";
import { LightWordWalks, walkSteps, walkSumsMaximum } from "../../engine/low-weight.ts";
import { InputError } from "../../errors.ts";
import { loadCode, readText } from "../../node/codes/codes.ts";
import { requireWritable, writeNewFile } from "../../node/disk/disk.ts";
import { ENGINES } from "../../node/engine/engines.ts";
import { printable } from "../../printable.ts";
import { formatCount, formatNumber } from "../../report/format.ts";
import { formatTable, labelledLines } from "../../report/table.ts";
import {
  choice,
  defineCommand,
  duration,
  flag,
  inGroup,
  number,
  SEED,
  text,
  type Values,
} from "../command-line/option.ts";
import { UsageError } from "../command-line/parse.ts";
import { interruption, untilInterrupted } from "../exit.ts";
import { CODE_FILE_OPTIONS, CODE_OPERAND, loadOptions } from "../options/code.ts";
import { ENGINE_OPTIONS, openChosenEngine } from "../options/decoder.ts";
import { Progress, printJson, printText } from "../output.ts";
import type { Result } from "../results.ts";

/** Default duration of a search without --sets and --max-time, in seconds. */
const SECONDS = 60;
/** Seconds between two writings of the words to the file. */
const SAVE_SECONDS = 30;

/** Sides of a CSS code. */
const SIDES = ["x", "z"] as const;

const OPTIONS = {
  code: CODE_OPERAND,
  ...inGroup("Code", {
    sums: number(
      { example: "2", whole: 1, maximum: 4, defaultText: "3, over GF(q) 2; with --engine 2, over GF(q) 1" },
      "most rows of a systematic generator matrix that are added",
    ),
    above: number({ example: "4", whole: 0, default: 2 }, "list words up to N heavier than the lightest one"),
    heaviest: number({ placeholder: "W", example: "24", whole: 1, defaultText: "no limit" }, "list no heavier words"),
    stabilizers: text(
      { placeholder: "FILE", example: "hz.alist" },
      "checks of the other side of a CSS code: only words that are no sums of them count, logical operators",
    ),
    side: choice(
      SIDES,
      { defaultText: "x, then z" },
      "of a CSS code in JSON with checks.X and checks.Z: whose logical operators are searched",
    ),
  }),
  ...inGroup("Computing", {
    engine: choice(
      ENGINES,
      { defaultText: "none: independent sets on one core" },
      "search by random walks over information sets on this engine",
    ),
  }),
  adapter: ENGINE_OPTIONS.adapter,
  ...inGroup("Stopping", {
    seed: number({ ...SEED, default: 1 }, "seed of the information sets"),
    sets: number({ example: "1e4", whole: 1, defaultText: "no limit" }, "stop after N random information sets"),
    missed: number(
      { example: "0.001", minimum: 0, default: 0.01 },
      "stop once N words are expected to be missed: words of a weight are found equally often, so hits tell the number of words without one",
    ),
    "max-time": duration(
      { example: "10m", defaultText: `${SECONDS}s, with --sets no limit` },
      "stop after this time: 90, 90s, 5m or 2h",
    ),
    proof: number(
      { placeholder: "SUMS", example: "1e10", whole: 0, default: 1e8 },
      "prove the distance if it takes at most this number of sums of rows (Brouwer and Zimmermann); 0: never",
    ),
  }),
  ...inGroup("Output", {
    word: text(
      { placeholder: "FILE", example: "word.txt" },
      "file to write a lightest word to, N symbols; code info --codeword checks it",
    ),
    out: text(
      { placeholder: "FILE", example: "words.json" },
      "JSON file to write all words to; if it is there, the search continues it",
    ),
    force: flag("overwrite the file of --word if it is there"),
    json: flag("print JSON instead of text"),
    quiet: flag("show no progress on stderr"),
  }),
  ...CODE_FILE_OPTIONS,
} as const;

type Arguments = Values<typeof OPTIONS>;

export default defineCommand({
  options: OPTIONS,
  examples: {
    "ldpc code distance ccsds-128-64": "words of the two smallest weights, and how sure the count is",
    "ldpc code distance H.alist --max-time 1h --out words.json --word word.txt":
      "a long search that the same command continues, and a lightest word",
    "ldpc code distance bb72.json": "logical operators of both sides of a CSS code",
  },
  run: (options) => untilInterrupted((signal) => run(options, signal)),
});

async function run(options: Arguments, signal: AbortSignal): Promise<void> {
  const css = cssCode(options);
  if (css === undefined) {
    if (options.side !== undefined) throw new UsageError("--side is for JSON files of CSS codes");
    const given = loadCode(options.code, loadOptions(options));
    return search(options, signal, [given, searchedCode(given, options.stabilizers)], ({ text, json }) => {
      if (options.json) printJson("code distance 1", json);
      else printText(text);
    });
  }
  if (options.stabilizers !== undefined)
    throw new UsageError(`${options.code} has the checks of both sides: leave out --stabilizers`);
  if (options.side === undefined && (options.out ?? options.word) !== undefined)
    throw new UsageError("--out and --word are of one side's operators: give --side x or --side z");
  const sides = options.side === undefined ? SIDES : [options.side];
  const found: Record<string, Found["json"]> = {};
  try {
    for (const side of sides) {
      const [checks, stabilizers] = side === "x" ? [css.z, css.x] : [css.x, css.z];
      const name = `${printable(css.name)}, ${side.toUpperCase()} operators`;
      const given: Code = { name, description: "", source: css.construction, matrix: checks };
      const code = { ...given, ...logicalCode(checks, stabilizers) };
      await search(options, signal, [given, code], ({ text, json }) => {
        if (!options.json) printText(Object.keys(found).length === 0 ? text : `\n${text}`);
        found[side.toUpperCase()] = json;
      });
    }
  } finally {
    const { name, x, claimedDistance } = css;
    if (options.json) printJson("code distance 1", { name, n: x.columns, claimedDistance, ...found });
    else if (claimedDistance !== undefined) printText(`\nthe file claims distance ${claimedDistance}`);
  }
}

/** What a search prints, as text and as JSON. */
interface Found {
  readonly text: string;
  readonly json: Extract<Result<"code distance 1">, { readonly sums: number }>;
}

/** The CSS code of a JSON file that holds one. */
function cssCode({ code, format }: Arguments): CssCode | undefined {
  if (format !== undefined || !code.endsWith(".json") || !existsSync(code)) return undefined;
  const content = readText(code);
  return isCssJson(content) ? readCssJson(content, code) : undefined;
}

/** Searches one list of words. `code` is the given one, or with labelled words. Prints what was found, also before a failure. */
async function search(
  options: Arguments,
  signal: AbortSignal,
  [given, code]: readonly [given: Code, code: Code],
  print: (found: Found) => void,
): Promise<void> {
  const { above, heaviest, seed } = options;
  const walks = options.engine !== undefined;
  const { q } = code.matrix.field;
  const sumsMaximum = walkSumsMaximum(q);
  if (walks && (options.sums ?? 1) > sumsMaximum)
    throw new UsageError(
      `walks with --engine over GF(${q}) take --sums of at most ${sumsMaximum}: leave out --engine for more`,
    );
  const identity: LightWordOptions & SearchIdentity = {
    sums: options.sums ?? (walks ? Math.min(2, sumsMaximum) : q === 2 ? 3 : 2),
    above,
    heaviest,
    seed,
    labelled: code !== given,
    ...(walks ? { engine: true } : {}),
  };
  const before =
    options.out !== undefined && existsSync(options.out)
      ? readWordsFile(readText(options.out), options.out, code, identity)
      : undefined;
  if (options.out !== undefined) requireWritable(options.out, { force: true });
  const wordsBefore = before?.words.map((each) => withoutLabels(each, given.matrix.columns)) ?? [];
  const force = options.force || holdsOneOf(wordsBefore, given, options.word);
  if (options.word !== undefined) requireWritable(options.word, { force });
  const words = new LightWordSearch(code, identity, before);
  const save = () => {
    if (options.out !== undefined) writeNewFile(options.out, writeWordsFile(code, identity, words.result()), true);
  };
  const progress = new Progress(process.stderr, options.quiet, process.env);
  const line = () => progressLine(words.progress(), walks ? "random walks" : "information sets");
  progress.start({ table: line, line });
  let failure: unknown;
  try {
    await searchOn(options, words, signal, save);
    await finishInTurns(proof(words, options.proof), { signal });
  } catch (error) {
    // Runs of an engine that the signal closed fail.
    if (!signal.aborted) failure = error;
  } finally {
    progress.stop();
  }
  const found = words.result();
  const { words: _, ...listed } = found;
  const [word] = found.words.slice(0, 1).map((first) => withoutLabels(first, given.matrix.columns));
  const { n, k } = words.generator;
  const logical = code === given ? undefined : code.punctured?.length;
  const walkSets = walks ? walkSteps(k, identity.sums) : undefined;
  print({
    text: distanceLines(given.name, words.generator, found, { logical, walkSets }).join("\n"),
    json: { name: given.name, n, k, q, ...identity, ...listed, word: word === undefined ? {} : symbolsOf(word, q) },
  });
  // The words are printed before, because a disk may have become full during a long words.
  if (failure !== undefined) throw failure;
  save();
  if (options.word !== undefined && word !== undefined) writeNewFile(options.word, wordText(given, word), force);
  if (!signal.aborted) return;
  const { out } = options;
  throw interruption(
    out === undefined
      ? "--out FILE would keep the words, so that the same command continues"
      : `run the same command again to continue ${out}`,
  );
}

/** The code itself, or with stabilizers the code whose labelled words are logical operators. */
function searchedCode(code: Code, stabilizers: string | undefined): Code {
  if (stabilizers === undefined) return code;
  if (code.punctured !== undefined || code.shortened !== undefined || code.sending !== undefined)
    throw new InputError("--stabilizers is for codes that send every symbol");
  const { name, description, source } = code;
  return { name, description, source, ...logicalCode(code.matrix, loadCode(stabilizers).matrix) };
}

/** Searches on the chosen engine, or without one on this process's core. */
async function searchOn(
  options: Arguments,
  search: LightWordSearch,
  signal: AbortSignal,
  save: () => void,
): Promise<void> {
  const { engine: kind, adapter, seed } = options;
  if (kind === undefined)
    return searchSets(search, options, signal, { save, next: () => finishInTurns(search.nextSet(), { signal }) });
  const engine = await openChosenEngine({ engine: kind, adapter }, signal);
  try {
    const walks = await LightWordWalks.on(engine, search, seed);
    await searchSets(search, options, signal, { save, next: (most) => walks.next(most) });
    walks.release();
  } finally {
    await engine.close();
  }
}

/** Tries sets until a limit ends the search. It examines its words at growing distances. */
async function searchSets(
  search: LightWordSearch,
  { sets = Number.POSITIVE_INFINITY, missed, maxTime }: Arguments,
  signal: AbortSignal,
  { save, next }: { readonly save: () => void; readonly next: (most: number) => Promise<void> },
): Promise<void> {
  const begin = performance.now();
  const seconds = maxTime ?? (Number.isFinite(sets) ? Number.POSITIVE_INFINITY : SECONDS);
  let saved = begin;
  let look = search.sets;
  while (search.sets < sets && performance.now() - begin < 1000 * seconds) {
    if (search.sets >= look) {
      if (search.isFull || search.missed <= missed) return;
      look = Math.ceil(1.02 * (search.sets + 1));
    }
    signal.throwIfAborted();
    await next(sets - search.sets);
    if (performance.now() - saved < 1000 * SAVE_SECONDS) continue;
    save();
    saved = performance.now();
  }
}

function symbolsOf({ positions, values }: LightWord, q: number) {
  return { positions: [...positions], ...(q === 2 ? {} : { values: [...values] }) };
}

function* proof(search: LightWordSearch, sumsMaximum: number): Steps<void> {
  const plan = search.planProof(sumsMaximum);
  if (plan !== undefined) yield* search.prove(plan);
}

const HEADERS = ["weight", "words", "found each", "expected missed"];

/** The result of a search: a line for each property, then a table by weight. */
function distanceLines(
  name: string,
  { q, k, n }: Pick<WordGenerator, "q" | "k" | "n">,
  found: LightWords,
  { logical, walkSets }: { readonly logical?: number; readonly walkSets?: number } = {},
): string[] {
  const { sets, completeTo, classes } = found;
  const lines = labelledLines([
    ["name", name],
    ["length", `${n} symbols sent, ${k} of information, over GF(${q})`],
    ["words", logical === undefined ? "" : `logical operators of ${logical} qubits, no sums of stabilizers`],
    ["distance", distanceText(found)],
    [
      "sets",
      walkSets === undefined
        ? `${formatCount(sets)} random information sets`
        : `${formatCount(sets)} random walks over ${formatCount(walkSets)} information sets each`,
    ],
  ]);
  const table = classes.map(({ weight, listed, meanHits, missed }) => [
    String(weight),
    formatCount(listed * (q - 1)),
    weight <= completeTo ? "all" : `${formatNumber(meanHits, 3)} times`,
    weight <= completeTo ? "0" : missedText(missed * (q - 1)),
  ]);
  return [...lines, ...(table.length === 0 ? [] : ["", formatTable(HEADERS, table)])];
}

/** `20: 1,023 words, 22: 6,100 words; 2,000 sets`. */
function progressLine({ classes, sets }: Omit<LightWords, "words">, noun: string): string {
  const counts = classes.slice(0, 3).map(({ weight, listed }) => `${weight}: ${formatCount(listed)}`);
  const words = counts.length === 0 ? "no words yet" : `words by weight ${counts.join(", ")}`;
  return `${formatCount(sets)} ${noun}, ${words}`;
}

function distanceText({ distance, completeTo }: LightWords): string {
  if (!Number.isFinite(distance)) return "no word up to the largest weight was found";
  const proof = proofOf(distance, completeTo);
  return `${boundText(distance, proof)}${proof === "words" ? ", with the number of its words" : ""}`;
}

/** The part of a distance that a complete list of words proves: the number of its words too, the distance alone, or none. */
type DistanceProof = "words" | "distance" | "none";

/** @param completeTo weight up to which all words are known. */
export function proofOf(distance: number, completeTo: number): DistanceProof {
  if (completeTo >= distance) return "words";
  return completeTo >= distance - 1 ? "distance" : "none";
}

/** `4, proved`, or `at most 4`. */
export function boundText(distance: number, proof: DistanceProof): string {
  return proof === "none" ? `at most ${distance}` : `${distance}, proved`;
}

function missedText(missed: number): string {
  if (!Number.isFinite(missed)) return "unknown";
  return missed < 1e-6 ? "below 1e-6" : formatNumber(missed, 2);
}

/** The N symbols of a word on one line. */
function wordText({ matrix }: Code, { positions, values }: LightWord): string {
  const symbols = new Uint8Array(matrix.columns);
  positions.forEach((position, i) => {
    symbols[position] = values[i];
  });
  return `${symbols.join(" ")}\n`;
}

/** Whether a file has the text of one of the words: an earlier call of the same search has written it. */
function holdsOneOf(words: readonly LightWord[], code: Code, file: string | undefined): boolean {
  if (file === undefined || words.length === 0 || !statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const text = readText(file);
  return words.some((word) => wordText(code, word) === text);
}
