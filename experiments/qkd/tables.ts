import { flag, number, numbers, text, texts } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS, type EngineArguments } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { RECONCILIATION_DECODER } from "../../src/reconciliation.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { type CellFile, openCells, readCells } from "./shared/cells.ts";
import { compareCells } from "./shared/compare.ts";
import { type CaseCells, cellSteps, defaultInFlight } from "./shared/measure.ts";
import { comparedRow, type PaperCode, paperTables } from "./shared/paper.ts";
import { cellsMarkdown, cellsText } from "./shared/text.ts";

/** The paper's arithmetic, its arithmetic in f32 logarithms, the decoder of `ldpc key`, and the fastest; all with its limit. */
const DECODERS = [
  "ratio-sum-product bits=10 iterations=31",
  "sum-product iterations=31",
  RECONCILIATION_DECODER,
  "normalised-min-sum messages=int8 schedule=layered iterations=31 scale=0.75",
];

/** Ten times the paper's number, and a multiple of 64: rows of frames then begin at cache lines. */
const FRAMES = 10_240;

interface Arguments extends EngineArguments {
  readonly table?: readonly number[];
  readonly code?: readonly string[];
  readonly qber?: readonly number[];
  readonly decoder: readonly string[];
  readonly frames: number;
  readonly inFlight?: number;
  readonly seed: number;
  readonly out: string;
  readonly from?: string;
  readonly markdown: boolean;
  readonly significance: number;
}

export default defineExperiment({
  name: "qkd-tables",
  summary: "Tables 2 to 5: failures, iterations and Mbit/s of sifted key of the paper's codes",
  paper: "qkd",
  options: {
    table: numbers({
      group: "Measurement",
      describe: "tables of the paper",
      defaultText: "all",
      example: "2 3",
      whole: 2,
      maximum: 5,
    }),
    code: texts({
      group: "Code",
      describe: "codes of the tables",
      defaultText: "all",
      placeholder: "CODE",
      example: "wimax-2304-1152",
    }),
    qber: numbers({
      group: "Channel",
      describe: "QBER in percent, from the tables",
      defaultText: "all",
      example: "1 2",
    }),
    decoder: texts({
      group: "Decoder",
      describe: "decoder, may be repeated",
      placeholder: "DECODER",
      example: "sum-product iterations=30",
      default: DECODERS,
      single: true,
    }),
    frames: number({ group: "Measurement", describe: "frames of each cell", example: "1e5", default: FRAMES }),
    "in-flight": number({
      group: "Measurement",
      describe: "frames of a batch, cut to the device's maximum",
      defaultText: "16384; software device: 64",
      example: "4096",
    }),
    seed: number({ group: "Channel", describe: "seed of words and noise", example: "7", default: 1 }),
    out: text({
      group: "Output",
      describe: "JSON file of cells; its cells are not simulated again",
      placeholder: "FILE",
      example: "runs/qkd-tables.json",
      default: "runs/qkd-tables.json",
    }),
    from: text({
      group: "Output",
      describe: "JSON file of an earlier run: make its tables, simulate nothing",
      placeholder: "FILE",
      example: "runs/out.json",
    }),
    markdown: flag({ group: "Output", describe: "the tables of doc/papers/qkd.md" }),
    significance: number({
      group: "Measurement",
      describe: "chance of calling any cell of a decoder inconsistent though all are equal",
      example: "0.01",
      default: 0.01,
    }),
    ...ENGINE_OPTIONS,
  },
  quick: (given) => ({
    frames: 64,
    "in-flight": 32,
    out: "runs/qkd-tables-quick.json",
    // Explicitly chosen cells are taken.
    ...(["table", "code", "qber"].some((name) => given.has(name))
      ? {}
      : { code: ["wifi-1944-1296", "wifi-1944-1458"], qber: [1, 3] }),
  }),
  computes: ({ from }) => from !== undefined,
  async run(options, lab) {
    const cases = casesOf(options);
    const file = options.from === undefined ? await measure(cases, options, lab) : readCells(options.from);
    printTables(file, cases, options);
  },
});

/** The cases code by code, so that a stopped run has all decoders of its finished codes. */
function casesOf({ table, code, qber, decoder, frames, inFlight, seed, significance }: Arguments): CaseCells[] {
  checkWholeNumbers([
    ["frames", frames, 1],
    ["in-flight", inFlight, 1],
    ["seed", seed, 0],
  ]);
  if (!(significance > 0 && significance < 1)) {
    throw new InputError(`--significance ${significance} is not above 0 and below 1`);
  }
  for (const spec of decoder) readDecoder(spec);
  const { codes } = paperTables();
  const unknown = code?.find((name) => codes.every((one) => one.code !== name));
  if (unknown !== undefined) {
    throw new InputError(`--code ${unknown} is not in the paper's tables: ${codes.map((one) => one.code).join(", ")}`);
  }
  const wanted = codes.filter(
    (one) => (table ?? [one.table]).includes(one.table) && (code ?? [one.code]).includes(one.code),
  );
  const cases = wanted
    .map((one) => ({ code: one.code, qbers: qbersOf(one).filter((value) => (qber ?? [value]).includes(value)) }))
    .filter(({ qbers }) => qbers.length > 0);
  if (cases.length === 0)
    throw new InputError("the paper has no such cells: leave out some of --table, --code, --qber");
  return cases.flatMap((one) => decoder.map((spec) => ({ ...one, decoder: spec })));
}

/** QBERs at which the paper has a cell, in percent. */
function qbersOf(paperCode: PaperCode): number[] {
  return comparedRow(paperCode).cells.map(({ qber }) => qber);
}

async function measure(cases: readonly CaseCells[], options: Arguments, lab: Lab): Promise<CellFile> {
  const { seed, frames, out, inFlight = defaultInFlight(lab.device) } = options;
  const file = openCells(out, lab.identity({ seed, inFlight }), "--out");
  await lab.measure(cellSteps(lab, cases, { frames, inFlight, seed }, file), out);
  return file;
}

function printTables(file: CellFile, cases: readonly CaseCells[], options: Arguments): void {
  const { from, markdown, significance, out } = options;
  const tables = paperTables();
  const wanted = new Set(cases.flatMap(({ code, qbers }) => qbers.map((qber) => `${code} ${qber}`)));
  // A file may have any decoders; the correction of a run counts the chosen cells.
  const cells = file.measurements.filter(({ code, qber }) => wanted.has(`${code} ${qber}`));
  const comparisons = compareCells(tables, cells, significance);
  if (comparisons.length === 0) throw new InputError(`${from ?? out} has no such cells`);
  const { device } = file.head;
  if (markdown) {
    print(cellsMarkdown(comparisons, device, significance));
    return;
  }
  print(`${tables.source}\non ${device.adapter} (${device.driver})\n`);
  print(cellsText(comparisons));
  if (from === undefined) print(`\n${out}`);
}
