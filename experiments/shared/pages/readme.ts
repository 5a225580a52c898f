import { formatNumber } from "../../../src/report/format.ts";
import type { Figures } from "./figures.ts";
import { defaultReconciled } from "./reconciliation.ts";
import { reportRow } from "./report-table.ts";
import { numberOf } from "./results.ts";
import { ferText, symbolMbit, wimaxGbit } from "./speeds.ts";

const SYMBOLS = "results/nonbinary-fer-h200.csv";
const BITS = "results/binary/fer-h200.csv";
const symbolFer = (code: string, decoder: string, point: number) => () => ferText(SYMBOLS, code, decoder, point);
const wimaxFer = (format: string) => () =>
  ferText(BITS, "wimax-2304-1152", `offset-min-sum messages=${format} iterations=10`, 2.5);
const symbolSpeed = (code: string, decoder: string) => () => `${symbolMbit(code, decoder)} Mbit/s`;

export const README_FIGURES: Figures = {
  "readme one-frame": () =>
    `${formatNumber(reportRow("results/nonbinary-table-3-h200.json", "one frame, 10").ours)} ms`,
  "readme min-max": symbolSpeed("nb620-gf32", "min-max"),
  "readme min-max fer": symbolFer("nb620-gf32", "min-max", 2.6),
  "readme levels": symbolSpeed("nb620-gf32", "min-max messages=levels16 step=0.5"),
  "readme levels fer": symbolFer("nb620-gf32", "min-max messages=levels16 step=0.5", 2.6),
  "readme qspa": symbolSpeed("nb620-gf32", "qspa messages=bf16"),
  "readme qspa fer": symbolFer("nb620-gf32", "qspa messages=bf16", 2.6),
  "readme qspa f32 fer": symbolFer("nb620-gf32", "qspa", 2.6),
  "readme trellis": symbolSpeed("nb837-gf32", "trellis-min-max messages=levels32 step=0.5"),
  "readme trellis fer": symbolFer("nb837-gf32", "trellis-min-max messages=levels32 step=0.5", 4.2),
  "readme trellis f32 fer": symbolFer("nb837-gf32", "trellis-min-max scale=0.375", 4.2),
  "readme reconcile": () => `${formatNumber(defaultReconciled().chain / 1e9)} Gbit/s`,
  "readme reconcile iterations": () => defaultReconciled().iterations.toFixed(1),
  "readme reconcile failures": () => {
    const { failed, frames } = defaultReconciled();
    return `${failed === 0 ? "no failure" : `${failed} failures`} in ${frames.toLocaleString("en-US")} frames`;
  },
  "readme int12": () => `${formatNumber(wimaxGbit("int12"))} Gbit/s`,
  "readme int12 fer": wimaxFer("int12"),
  "readme int8": () => `${formatNumber(wimaxGbit("int8"))} Gbit/s`,
  "readme int8 fer": wimaxFer("int8"),
  "readme f32 fer": wimaxFer("f32"),
  "readme paper": () => `${numberOf("reference/nonbinary-tables.json", "table3", 4, "milliseconds")} ms`,
};
