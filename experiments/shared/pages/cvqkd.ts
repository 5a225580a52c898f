import { mergedLayers } from "../../../src/code/layers.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { formatNumber, formatProbability } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { fisherTest } from "../../../src/simulation/statistics.ts";
import { wordList } from "../../../src/word-list.ts";
import {
  cellMbit,
  chainMbit,
  FER_CELLS,
  type FerCell,
  iterationBytesPerSecond,
  type MeasuredSpeed,
  meanIterations,
  SPEEDS,
} from "../../cvqkd/shared/measure.ts";
import { PAPER } from "../../cvqkd/shared/paper.ts";
import { MeasurementFile } from "../files.ts";
import { countedRate, type FrameErrors, rateText, undetectedText } from "../rates.ts";
import { cardOf, experimentsFile, type Figures, resultFile } from "./results.ts";

const speedsFile = () => resultFile("results/cvqkd-speeds");
const cellsFile = () => resultFile("results/cvqkd-fer");
const speeds = () => MeasurementFile.read(SPEEDS, experimentsFile(speedsFile())).measurements;
const cells = () => MeasurementFile.read(FER_CELLS, experimentsFile(cellsFile())).measurements;
const FORMATS = ["f32", "f16"];
const mbit = (value: number) => Math.round(value).toLocaleString("en-US");

function speedOf(code: string, messages: string, layers: string, frames = PAPER.frames): MeasuredSpeed {
  const found = speeds().find(
    (one) =>
      one.code === code &&
      one.asked === frames &&
      one.decoder.includes(`layers=${layers} order=natural messages=${messages} `) &&
      one.decoder.endsWith("mapping=frames"),
  );
  if (found === undefined) throw new Error(`${speedsFile()} has no ${code}, ${messages}, ${layers}`);
  return found;
}

function cellOf(code: string, words: readonly string[], snr: number): FerCell {
  const found = cells().find(
    (one) => one.code === code && one.snr === snr && words.every((word) => one.decoder.includes(`${word} `)),
  );
  if (found === undefined) throw new Error(`${cellsFile()} has no ${code}, ${words.join(" ")}, SNR ${snr}`);
  return found;
}

const errorsOf = ({ frameErrors: errors, frames, undetected }: FerCell): FrameErrors => ({
  errors,
  frames,
  undetected,
});

/** Tables 1 and 2: speeds with single and merged layers. */
function speedTable(): string {
  const rows = PAPER.points.flatMap(({ rate, iterations, code, single, merged }) =>
    FORMATS.map((messages) => {
      const [ours, rowsOnly] = [speedOf(code, messages, "merged"), speedOf(code, messages, "rows")];
      const gain = (a: number, b: number) => `${(100 * (a / b - 1)).toFixed(0)} %`;
      return [
        ...[String(rate), String(iterations), messages],
        `${formatNumber(single.mbitPerSecond)} / ${formatNumber(merged.mbitPerSecond)}`,
        gain(merged.mbitPerSecond, single.mbitPerSecond),
        `${mbit(chainMbit(rowsOnly))} / ${mbit(chainMbit(ours))}`,
        gain(chainMbit(ours), chainMbit(rowsOnly)),
        `${((100 * iterationBytesPerSecond(ours)) / ours.copyBytesPerSecond).toFixed(0)} %`,
        formatNumber(ours.decoderFrameBytes / 1e6),
      ];
    }),
  );
  return markdownTable(
    [
      ...["rate", "iterations", "messages", "paper: single / merged layers, Mbit/s", "merging gains"],
      ...["ours, Mbit/s", "merging gains", "of the copy bandwidth", "MB a frame"],
    ],
    rows,
  );
}

/** Block rows and merged layers of the codes of all rates. Codes of 10,000 bits have the same base matrices. */
function layersText(): string {
  const bases = PAPER.points.map(({ code }) => loadCode(code.replaceAll("0000", "00")).base!);
  const all = (numbers: readonly number[]) => wordList(numbers.map(String), "and");
  return `${all(bases.map(({ rows }) => rows))} block rows into ${all(bases.map((base) => mergedLayers(base).length))} layers`;
}

/** Table 2: FER at the three operating points. */
function ferTable(): string {
  const rows = PAPER.points.flatMap(({ rate, snr, iterations, failures, code }) =>
    FORMATS.map((messages) => {
      const ours = cellOf(code, [`iterations=${iterations}`, "stop=none", `messages=${messages}`], snr);
      const count = errorsOf(ours);
      return [
        ...[String(rate), String(snr), messages],
        `${formatNumber(failures.errors / failures.frames)} (${failures.errors} of ${failures.frames})`,
        ...[countedRate(count), undetectedText(count)],
        formatProbability(fisherTest(count, failures)),
      ];
    }),
  );
  return markdownTable(["rate", "SNR", "messages", "paper's FER", "our FER", "undetected", "p, both equal"], rows);
}

/** Table 3: early termination at rate 0.1. */
function terminationTable(): string {
  const [{ code, iterations }] = PAPER.points;
  const rows = PAPER.termination.map(({ snr, stop, failures, iterations: slowest, speed }) => {
    const [f32, f16] = FORMATS.map((messages) =>
      cellOf(code, [`iterations=${iterations}`, `stop=${stop}`, `messages=${messages}`], snr),
    );
    return [
      ...[String(snr), stop === "none" ? "all iterations" : "early termination"],
      formatNumber(failures.errors / failures.frames),
      ...[rateText(errorsOf(f32)), undetectedText(errorsOf(f32))],
      ...[`${slowest}`, meanIterations(f32).toFixed(1)],
      ...[formatNumber(speed.mbitPerSecond), mbit(cellMbit(f32)), mbit(cellMbit(f16))],
    ];
  });
  return markdownTable(
    [
      ...["SNR", "", "paper's FER", "our FER, f32", "undetected"],
      ...["paper's iterations (slowest of 128)", "our iterations (average)"],
      ...["paper, Mbit/s", "ours, f32, Mbit/s", "ours, f16, Mbit/s"],
    ],
    rows,
  );
}

/** Table 4: earlier decoders, with other codes on other GPUs. */
function citedTable(): string {
  const [{ code, snr }] = PAPER.points;
  const rows = PAPER.cited.map(({ work, iterations, fer, mbitPerSecond, note }) => {
    const most = iterations === 50 ? 50 : 100;
    const stop = note === undefined ? "none" : "syndrome";
    const ours = cellOf(code, [`iterations=${most}`, `stop=${stop}`, "messages=f32"], snr);
    return [
      `${work}${note === undefined ? "" : `, ${note}`}`,
      ...[String(iterations), meanIterations(ours).toFixed(1)],
      ...[formatNumber(fer), countedRate(errorsOf(ours)), undetectedText(errorsOf(ours))],
      ...[formatNumber(mbitPerSecond), mbit(cellMbit(ours))],
    ];
  });
  return markdownTable(
    ["work", "its iterations", "ours", "its FER", "ours", "undetected", "its Mbit/s", "ours, f32, Mbit/s"],
    rows,
  );
}

/** Operating points with 256 frames at once in f16, Mbit/s. */
const most = (rate: number): string => {
  const { code } = PAPER.points.find((point) => point.rate === rate)!;
  return `${mbit(chainMbit(speedOf(code, "f16", "merged", 256)))} Mbit/s`;
};

export const CVQKD_FIGURES: Figures = {
  "cvqkd card": () => cardOf(speedsFile(), cellsFile()),
  "cvqkd layers": layersText,
  "cvqkd speeds": speedTable,
  "cvqkd fer": ferTable,
  "cvqkd termination": terminationTable,
  "cvqkd cited": citedTable,
  "cvqkd most": () => most(0.1),
};
