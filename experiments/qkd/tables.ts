import type { Values } from "../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../src/cli/options/decoder.ts";
import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { InputError } from "../../src/errors.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { MeasurementFile } from "../shared/files.ts";
import { channel, measurement, code as ofCode, decoder as ofDecoder, output, SEED } from "../shared/options.ts";
import { BATCH, type CaseCells, CELLS, cellSteps, defaultInFlight } from "./shared/cells.ts";
import { cellsText, compareCells } from "./shared/compare.ts";
import { comparedRow, PAPER, paperCodeOf } from "./shared/paper.ts";

/** The paper's arithmetic, its arithmetic in f32 logarithms, the decoder of `ldpc key`, and the fastest; all with its limit. */
const DECODERS = [
  "ratio-sum-product bits=10 iterations=31",
  "sum-product iterations=31",
  "sum-product form=tanh messages=f16 schedule=layered iterations=31",
  "normalised-min-sum messages=int8 schedule=layered iterations=31 scale=0.75",
];

/** Ten times the paper's number, and a multiple of 64: rows of frames then begin at cache lines. */
const FRAMES = 10_240;

const OPTIONS = {
  table: measurement.numbers("tables of the paper", "2 3", { unset: "all" }, { whole: 2, maximum: 5 }),
  code: ofCode.texts("codes of the tables", "wimax-2304-1152", { unset: "all" }),
  qber: channel.numbers("QBER in percent, from the tables", "1 2", { unset: "all" }),
  decoder: ofDecoder.texts("decoder, may be repeated", "sum-product iterations=30", DECODERS, { single: true }),
  frames: measurement.count("frames of each cell", "1e5", FRAMES),
  "in-flight": BATCH,
  seed: SEED,
  out: output.text(
    "JSON file of cells; its cells are not simulated again",
    "runs/qkd-tables.json",
    "runs/qkd-tables.json",
  ),
  from: output.text("JSON file of an earlier run: make its tables, simulate nothing", "runs/out.json"),
  significance: measurement.number(
    "chance of calling any cell of a decoder inconsistent though all are equal",
    "0.01",
    0.01,
    { above: 0, below: 1 },
  ),
  ...ENGINE_OPTIONS,
} as const;

export default defineExperiment({
  name: "qkd-tables",
  summary: "Tables 2 to 5: failures, iterations and Mbit/s of sifted key of the paper's codes",
  paper: "qkd",
  options: OPTIONS,
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
    const { from, out, seed, frames, significance } = options;
    const cases = casesOf(options);
    const open = async () => {
      const inFlight = options.inFlight ?? defaultInFlight(lab.device);
      const opened = MeasurementFile.open(CELLS, out, lab.identity({ seed, inFlight }));
      await lab.measure(cellSteps(lab, cases, { frames, inFlight, seed }, opened), out);
      return opened;
    };
    const file = from === undefined ? await open() : MeasurementFile.read(CELLS, from);
    const wanted = new Set(cases.flatMap(({ code, qbers }) => qbers.map((qber) => `${code} ${qber}`)));
    // A file may have any decoders; the correction of a run counts the chosen cells.
    const cells = file.measurements.filter(({ code, qber }) => wanted.has(`${code} ${qber}`));
    const comparisons = compareCells(cells, significance);
    if (comparisons.length === 0) throw new InputError(`${from ?? out} has no such cells`);
    const { device } = file.head;
    print(`${PAPER.source}\non ${device.adapter} (${device.driver})\n`);
    print(cellsText(comparisons));
    if (from === undefined) print(`\n${out}`);
  },
});

/** The cases code by code, so that a stopped run has all decoders of its finished codes. */
function casesOf({ table, code, qber, decoder }: Values<typeof OPTIONS>): CaseCells[] {
  for (const spec of decoder) readDecoder(spec);
  code?.forEach(paperCodeOf);
  const isWanted = <Value>(value: Value, chosen?: readonly Value[]) => chosen?.includes(value) ?? true;
  const cases = PAPER.codes
    .filter((one) => isWanted(one.table, table) && isWanted(one.code, code))
    .map((one) => ({
      code: one.code,
      // QBERs in percent at which the paper has a cell.
      qbers: comparedRow(one)
        .cells.map((cell) => cell.qber)
        .filter((value) => isWanted(value, qber)),
    }))
    .filter(({ qbers }) => qbers.length > 0);
  if (cases.length === 0) {
    throw new InputError("the paper has no such cells: leave out some of --table, --code, --qber");
  }
  return cases.flatMap((one) => decoder.map((spec) => ({ ...one, decoder: spec })));
}
