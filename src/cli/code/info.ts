import type { Code } from "../../code/code.ts";
import { type CodewordCheck, checkCodeword } from "../../code/encoder.ts";
import { NumberReader } from "../../code/formats/lists.ts";
import { cycleCountsSteps } from "../../code/girth.ts";
import { codeHash } from "../../code/hash.ts";
import { readFoundWords } from "../../code/low-weight.ts";
import { emptyColumns, type ParityCheckMatrix } from "../../code/parity-check-matrix.ts";
import { positionsText } from "../../code/positions.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { type CodeReport, codeReportSteps } from "../../code/report.ts";
import { type DegreeCount, tannerGraph } from "../../code/tanner-graph.ts";
import { mlgdAdvice } from "../../decoder/majority-logic/advice.ts";
import { InputError, readAt } from "../../errors.ts";
import { type KnownDistance, knownDistances, loadCode, readText } from "../../node/codes/codes.ts";
import { probabilities } from "../../quantum/error-model.ts";
import { counted, formatCount, formatNumber } from "../../report/format.ts";
import { labelledLines } from "../../report/table.ts";
import { sum } from "../../sum.ts";
import { defineCommand, flag, inGroup, number, text } from "../command-line/option.ts";
import { LABEL_OPTIONS } from "../options/channel.ts";
import {
  CODE_FILE_OPTIONS,
  CODE_OPERAND,
  loadOptions,
  polynomialTerms,
  TRANSPORT_OPTIONS,
  withModel,
} from "../options/code.ts";
import { finishShowing, printJson, printText } from "../output.ts";
import { boundText, proofOf } from "./distance.ts";

export default defineCommand({
  options: {
    code: CODE_OPERAND,
    ...inGroup("Code", {
      codeword: text(
        { placeholder: "FILE", example: "word.txt" },
        "file of N symbols that must satisfy every check; it shows whether --values and --polynomial are right",
      ),
      words: text(
        { placeholder: "FILE", example: "words.json" },
        "JSON file of code distance --out with words of this code, for the line about its distance",
      ),
      cycles: number(
        { placeholder: "LENGTH", example: "10", whole: 4, maximum: 20, defaultText: "only the shortest cycles" },
        "count the cycles of up to this number of edges, with their least extrinsic degree (ACE)",
      ),
    }),
    ...TRANSPORT_OPTIONS,
    modulation: {
      ...LABEL_OPTIONS.modulation,
      describe: "with --transport: modulation, whose points the sent bits fill",
    },
    json: flag("print JSON instead of text", { group: "Output" }),
    ...CODE_FILE_OPTIONS,
  },
  examples: {
    "ldpc code info nb620-gf32": "a built-in code",
    "ldpc code info H.alist --codeword word.txt": "a matrix of your own, and whether a word is a codeword",
  },
  complete: withModel,
  async run(options) {
    const code = loadCode(options.code, loadOptions(options));
    const check = options.codeword === undefined ? undefined : checkWord(code, options.codeword);
    let unknownRank: string | undefined;
    const steps = codeReportSteps(code.matrix, code.base?.liftingSize, ({ message }) => {
      unknownRank = message;
    });
    const report = await finishShowing(steps, `${code.name}: rank and shortest cycles`);
    const longest = options.cycles;
    const counting = (most: number) => cycleCountsSteps(tannerGraph(code.matrix), most, code.base?.liftingSize);
    const cycles = longest === undefined ? [] : await finishShowing(counting(longest), `${code.name}: cycles`);
    const hash = codeHash(code.matrix, code);
    const { name, description, source } = code;
    const { words } = options;
    const distance =
      words === undefined ? knownDistances().find((known) => known.hash === hash) : foundDistance(code, hash, words);
    const blocks = blocksOf(code, report);
    const advice = mlgdAdvice(report);
    if (options.json)
      printJson("code info 1", {
        name,
        description,
        source,
        ...report,
        ...(unknownRank === undefined ? {} : { rank: null, k: null, rate: null }),
        ...blocks,
        ...modelOf(code),
        ...(longest !== undefined && { cycles }),
        hash,
        distance,
        advice,
        codeword: check,
      });
    else
      printText(
        labelledLines([
          ...rowsOf(code, report, hash, distance, unknownRank),
          ...cycles.map(
            ({ length, cycles, ace }) => [`${length}-cycles`, `${formatCount(cycles)}, ACE ${ace} or more`] as const,
          ),
          ["codeword", check === undefined ? "" : wordText(check)],
        ]).join("\n"),
      );
    if (check !== undefined && !check.isCodeword) {
      const count = `${check.violatedChecks.length} of ${report.m} checks`;
      throw new InputError(`${options.codeword}: not a codeword, ${count} fail: try other --values or --polynomial`);
    }
  },
});

function checkWord(code: Code, file: string): CodewordCheck {
  const reader = new NumberReader(readText(file), file);
  const symbols: number[] = [];
  while (!reader.atEnd()) symbols.push(reader.next(`symbol ${symbols.length}`));
  return readAt(
    () => ({ file }),
    () => checkCodeword(code.matrix, symbols),
  );
}

/** A distance with the weight up to which all words are known. */
interface ShownDistance extends KnownDistance {
  readonly completeTo?: number;
}

/** The lightest words in a file of `ldpc code distance`. @throws InputError as `readFoundWords`. */
function foundDistance(code: Code, hash: string, file: string): ShownDistance {
  const { distance, completeTo, sets, classes, words } = readFoundWords(readText(file), file, code);
  const [{ listed, missed }] = classes;
  const [{ positions, values }] = words;
  return {
    code: code.name,
    hash,
    distance,
    words: listed,
    missed,
    sets,
    positions: [...positions],
    ...(code.matrix.field.q === 2 ? {} : { values: [...values] }),
    ...(proofOf(distance, completeTo) === "none" ? {} : { completeTo: Math.min(completeTo, code.matrix.columns) }),
  };
}

/** The distance that a search found. `ldpc code distance` finds it again. */
function distanceText({ distance, words, missed, values, completeTo = 0 }: ShownDistance): string {
  const found = `${counted(words, "word")}${values === undefined ? "" : " and their multiples"}`;
  const proof = proofOf(distance, completeTo);
  const more = missed < 0.01 ? "fewer than 0.01" : formatNumber(missed, 2);
  const rest = proof === "words" ? ", which are all" : ` found, ${more} more expected`;
  return `${boundText(distance, proof)}: ${found}${rest}`;
}

/** Properties of a code besides its matrix: blocks, parity structure, symbols that are not sent. */
function blocksOf(code: Code, { k }: CodeReport) {
  const { base, parity, punctured, shortened } = code;
  const sent = transmittedPositions(code).length;
  const information = k - (shortened?.length ?? 0) - (code.sending?.checksumBits ?? 0);
  return {
    liftingSize: base?.liftingSize,
    baseRows: base?.rows,
    baseColumns: base?.columns,
    parity,
    punctured: punctured?.length,
    shortened: shortened?.length,
    ...(sent === code.matrix.columns ? {} : { sent, sentRate: information / sent }),
  };
}

function rowsOf(
  code: Code,
  report: CodeReport,
  hash: string,
  distance: ShownDistance | undefined,
  unknownRank: string | undefined,
): (readonly [label: string, text: string])[] {
  const { name, description, source } = code;
  const {
    liftingSize,
    baseRows,
    baseColumns,
    parity = "",
    punctured,
    shortened,
    sent,
    sentRate,
  } = blocksOf(code, report);
  const { n, m, q, polynomial, edges, rank, k, rate, checkDegrees, variableDegrees, girth, shortestCycles } = report;
  const cycles = girth === null ? "none, the graph is a forest" : `${girth} (${shortestCycles} cycles of that length)`;
  const least = unknownRank === undefined ? "" : "at least ";
  return [
    ["name", name],
    ["description", description],
    ["source", source],
    ["field", `GF(${q}), ${polynomialTerms(polynomial)} (0x${polynomial.toString(16).toUpperCase()})`],
    ["length", `${n} symbols, ${n * Math.log2(q)} bits`],
    ["information", `${least}${k} symbols, ${k * Math.log2(q)} bits`],
    ["rate", `${least}${formatNumber(rate, 4)}`],
    [
      "checks",
      unknownRank !== undefined
        ? `${m}; ${unknownRank}`
        : rank === m
          ? `${m}, independent`
          : `${m}, of which ${rank} independent`,
    ],
    ["empty rows", code.emptyRows === undefined ? "" : `${positionsText([...code.emptyRows])}, which check nothing`],
    ["entries", String(edges)],
    ["variable degrees", degreeText(variableDegrees)],
    ["check degrees", degreeText(checkDegrees)],
    ["unprotected", unprotectedText(code.matrix)],
    ["girth", cycles],
    ...modelRows(code),
    ["distance", distance === undefined ? "" : distanceText(distance)],
    ["blocks", liftingSize === undefined ? "" : `${baseRows} × ${baseColumns}, lifting size ${liftingSize}`],
    ["parity part", parity],
    ["punctured", punctured === undefined ? "" : `${punctured} symbols`],
    ["shortened", shortened === undefined ? "" : `${shortened} symbols`],
    ["sent", sent === undefined ? "" : `${sent} symbols, rate ${formatNumber(sentRate ?? 0, 4)}`],
    ["sha-256", hash],
    ["advice", mlgdAdvice(report) ?? ""],
  ];
}

/** What an error model has beside its matrix. */
function modelOf({ model }: Code) {
  if (model === undefined) return {};
  const { detectors, columns: mechanisms, observables, basis, p, isTemplate } = model;
  const errorsPerShot = isTemplate ? undefined : sum([...probabilities(model)]);
  const seeing = (sign: number) => basis.reduce((count, each) => count + Number(each === sign), 0);
  const bases = { seeingX: seeing(1), seeingZ: seeing(-1), unknown: seeing(0) };
  return { model: { detectors, bases, mechanisms, observables, p: isTemplate ? undefined : p, errorsPerShot } };
}

function modelRows(code: Code): [string, string][] {
  const { model } = modelOf(code);
  if (model === undefined) return [];
  const { detectors, bases, mechanisms, observables, p, errorsPerShot } = model;
  const unknown = bases.unknown === 0 ? "" : `, ${bases.unknown} unknown`;
  return [
    ["detectors", `${detectors}: ${bases.seeingX} see X errors, ${bases.seeingZ} see Z errors${unknown}`],
    ["mechanisms", String(mechanisms)],
    ["observables", String(observables)],
    ["error rate", p === undefined ? "" : `p ${formatNumber(p, 4)}`],
    ["errors per shot", errorsPerShot === undefined ? "" : formatNumber(errorsPerShot, 5)],
  ];
}

/** Symbols that no check contains. */
function unprotectedText(matrix: ParityCheckMatrix): string {
  const empty = emptyColumns(matrix);
  if (empty.length === 0) return "";
  const some = empty.slice(0, NAMED).join(", ");
  return `${counted(empty.length, "symbol")} in no check: ${some}${empty.length > NAMED ? " …" : ""}`;
}

/** Most symbols of a list. */
const NAMED = 8;

/** `3 (310×), 4 (12×)`. */
function degreeText(counts: readonly DegreeCount[]): string {
  return counts.map(([degree, count]) => `${degree} (${count}×)`).join(", ");
}

function wordText({ isCodeword, violatedChecks }: CodewordCheck): string {
  return isCodeword ? "satisfies every check" : `violates ${violatedChecks.length} checks`;
}
