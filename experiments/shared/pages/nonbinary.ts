import { formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import type { ChunkCounts } from "../../../src/simulation/counts.ts";
import { IMAGE } from "../../nonbinary/binary-image.ts";
import { type FrameErrors, rateDigits, rateText, undetectedText } from "../rates.ts";
import { cardOf, type Figures, jsonFile, numberOf, reportRow, reportTable, resultFile } from "./results.ts";
import { peerCard, speedsCard, symbolMbitAlone, wimaxGbit } from "./speeds.ts";

const PAPER = "reference/nonbinary-tables.json";
const TABLE_1 = "results/nonbinary-table-1-cpu.json";
const table3 = () => resultFile("results/nonbinary-table-3");
const metricsFile = () => resultFile("results/nonbinary-metrics-memory");
const layoutFile = () => resultFile("results/nonbinary-message-layout");

const PROCESSORS = "results/nonbinary/table-3-cpu.json";
const projectionFile = () => resultFile("results/nonbinary/projection");
const imageFile = () => resultFile("results/nonbinary/binary-image");

const ours = (file: string, what: string) => numberOf(file, `comparisons[what=${what}]`, "ours");

/** Milliseconds of a row of the paper's Table III. */
const milliseconds = (row: number) => numberOf(PAPER, "table3", row, "milliseconds");

function oneFrame(): string {
  const rows = (["one frame, 10 iterations", "one frame, early termination"] as const).map((what, i) => {
    const [theirs, mine] = [milliseconds(4 + i), ours(table3(), what)];
    return [what, formatNumber(theirs), formatNumber(mine), formatNumber(theirs / mine, 2)];
  });
  const [theirs, mine] = [milliseconds(4), reportRow(imageFile(), "GF(32), min-max, one frame").ours];
  rows.push([
    "10 iterations, `mapping=tree`",
    formatNumber(theirs),
    formatNumber(mine),
    formatNumber(theirs / mine, 2),
  ]);
  return markdownTable(["submission to result, at most 10 iterations", "paper, ms", "ours, ms", "paper / ours"], rows);
}

function stages(): string {
  const rows = [0, 1, 2, 3].map((row) => {
    const name = ["Init LLR", "CNP", "VNP", "Tentative dec"][row];
    const meaning = ["channel LLRs", "check nodes", "variable nodes", "tentative decision, test"][row];
    return [meaning, formatNumber(numberOf(PAPER, "table1", row, "percent"), 4), formatNumber(ours(TABLE_1, name), 4)];
  });
  return markdownTable(["share of the time, %", "paper", "ours"], rows);
}

/** The processors of Table III, and the speed-ups of OpenCL in the paper's text. */
function paperProcessors(): string {
  const speedUps = numberOf.bind(undefined, PAPER, "processorSpeedups");
  const rows = ["Intel i7-640LM", "AMD Phenom II X4-940"].map((name, i) => [
    name,
    ...[2 * i, 2 * i + 1].map((row) => formatNumber(milliseconds(row), 4)),
    formatNumber(speedUps(i)),
  ]);
  return markdownTable(["ms a frame", "serial C, one core", "OpenCL, all cores", "OpenCL's speed-up"], rows);
}

function ablations(): string {
  const row = (what: string, paper: string, file: string) => [
    what,
    paper,
    ...["one frame", "128 frames in flight"].flatMap((frames) =>
      ["check nodes", "all message kernels"].map((kernels) => formatNumber(ours(file, `${kernels}, ${frames}`))),
    ),
  ];
  const [low, high] = [0, 1].map((i) => numberOf(PAPER, "layoutSpeedup", i));
  return markdownTable(
    [
      "times as fast",
      "paper, one frame",
      ...["one frame", "128 frames"].flatMap((frames) => [`check nodes, ${frames}`, `all message kernels, ${frames}`]),
    ],
    [
      row("metrics in workgroup memory", formatNumber(numberOf(PAPER, "metricsSpeedup")), metricsFile()),
      row("layout [N,q,M]", `${low} to ${high}`, layoutFile()),
    ],
  );
}

function errorRates(): string {
  const at = (row: number, name: string) => numberOf(PAPER, "table3", row, name);
  const { details } = jsonFile(table3()) as { readonly details: Readonly<Record<string, Counted>> };
  const errors = errorsOf(Object.entries(details).find(([name]) => name.startsWith("early termination"))![1]);
  return markdownTable(
    ["at 3 dB, at most 10 iterations", "paper", "ours", "undetected"],
    (["SER", "FER"] as const).map((rate) => [
      rate,
      formatRate(at(5, rate.toLowerCase()), 2),
      formatRate(ours(table3(), `${rate} at 3.0 dB`), rateDigits(errors.errors)),
      rate === "FER" ? undetectedText(errors) : "",
    ]),
  );
}

/** Counts of the details of a measurement; of an earlier version, those of a batch that ended early. */
interface Counted {
  readonly counts?: ChunkCounts;
  readonly early?: { readonly counts: ChunkCounts };
}

function errorsOf({ counts, early }: Counted): FrameErrors {
  const { frameErrors: errors, frames, undetected } = (counts ?? early?.counts)!;
  return { errors, frames, undetected };
}

/** The code over GF(32) and its binary image, decoded in batches and one frame alone. */
function image(): string {
  const { details } = jsonFile(imageFile()) as { readonly details: Readonly<Record<string, Counted>> };
  return markdownTable(
    ["10 iterations", "one frame, ms", "batch, decoder alone, Mbit/s", "FER at 3 dB", "undetected"],
    Object.keys(details).map((name) => [
      name,
      formatNumber(reportRow(imageFile(), `${name}, one frame`).ours),
      formatNumber(reportRow(imageFile(), `${name}, batch`).ours),
      ...[rateText, undetectedText].map((text) => text(errorsOf(details[name]))),
    ]),
  );
}

/** Average number of bits of a check of the binary image. */
function imageBits(): string {
  const { rows, variable } = IMAGE.matrix;
  return (variable.length / rows).toFixed(0);
}

/** Offset min-sum of a binary code in a number format beside a decoder of nb620-gf32, batches, decoders alone, on cards of one kind. */
function gap(messages: string, decoder: string): string {
  const cards = [peerCard(), speedsCard()];
  if (cards[0] !== cards[1]) throw new Error(`speeds of binary decoders are of ${cards.join(", over GF(q) of ")}`);
  return Math.round((1e3 * wimaxGbit(messages)) / symbolMbitAlone("nb620-gf32", decoder)).toString();
}

export const NONBINARY_FIGURES: Figures = {
  "nonbinary one-frame": oneFrame,
  "nonbinary card": () => cardOf(table3(), imageFile(), projectionFile(), metricsFile(), layoutFile()),
  "nonbinary error rates": errorRates,
  "nonbinary processors": () => reportTable(PROCESSORS, { unit: "ms a frame" }),
  "nonbinary projection": () => reportTable(projectionFile()),
  "nonbinary image": image,
  "nonbinary gap": () => gap("int11", "min-max"),
  "nonbinary gap int8": () => gap("int8", "min-max"),
  "nonbinary gap levels": () => gap("int11", "min-max messages=levels16 step=0.5"),
  "nonbinary paper processors": paperProcessors,
  "nonbinary stages": stages,
  "nonbinary ablations": ablations,
  "nonbinary paper rate": () => `${numberOf(PAPER, "table3", 5, "kilobitsPerSecond") / 1e3} Mbit/s`,
  "nonbinary paper binary": () =>
    `${[0, 1].map((i) => numberOf(PAPER, "binaryGap", "binaryMegabitsPerSecond", i)).join(" to ")} Mbit/s`,
  "nonbinary paper gap": () => `${numberOf(PAPER, "binaryGap", "times")} times`,
  "nonbinary image bits": imageBits,
  "nonbinary batch": () => `${formatNumber(ours(table3(), "10 iterations") / 1e3)} Mbit/s`,
  "nonbinary batch early": () => `${formatNumber(ours(table3(), "early termination, 3.0 dB") / 1e3)} Mbit/s`,
};
