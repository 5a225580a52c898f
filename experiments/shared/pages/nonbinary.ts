import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import type { Figures } from "./figures.ts";
import { numberOf } from "./results.ts";

const PAPER = "reference/nonbinary-tables.json";
const TABLE_1 = "results/nonbinary-table-1-cpu.json";
const TABLE_3 = "results/nonbinary-table-3-h200.json";
const METRICS = "results/nonbinary-metrics-memory-h200.json";
const LAYOUT = "results/nonbinary-message-layout-h200.json";

const ours = (file: string, what: string) => numberOf(file, `comparisons[what=${what}]`, "ours");

/** Milliseconds of a row of the paper's Table III. */
const milliseconds = (row: number) => numberOf(PAPER, "table3", row, "milliseconds");

function oneFrame(): string {
  const rows = (["one frame, 10 iterations", "one frame, early termination"] as const).map((what, i) => {
    const [theirs, mine] = [milliseconds(4 + i), ours(TABLE_3, what)];
    return [what, formatNumber(theirs), formatNumber(mine), formatNumber(theirs / mine, 2)];
  });
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
      row("metrics in workgroup memory", formatNumber(numberOf(PAPER, "metricsSpeedup")), METRICS),
      row("layout [N,q,M]", `${low} to ${high}`, LAYOUT),
    ],
  );
}

export const NONBINARY_FIGURES: Figures = {
  "nonbinary one-frame": oneFrame,
  "nonbinary stages": stages,
  "nonbinary ablations": ablations,
  "nonbinary batch": () => `${formatNumber(ours(TABLE_3, "10 iterations") / 1e3)} Mbit/s`,
  "nonbinary batch early": () => `${formatNumber(ours(TABLE_3, "early termination, 3.0 dB") / 1e3)} Mbit/s`,
};
