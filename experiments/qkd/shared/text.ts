import { readDecoder } from "../../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { formatCount, formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { formatTable } from "../../../src/report/table.ts";
import { clopperPearson } from "../../../src/simulation/statistics/statistics.ts";
import { copyShareText } from "../../shared/limits/decoder-limit.ts";
import { bandwidthShare, chainRate, decoderRate } from "./cells.ts";
import { type CellComparison, failuresPerThousand } from "./compare.ts";
import type { PaperCell } from "./paper.ts";

/** The check-node rule and the options that are not the rule's defaults. */
export function shortDecoder(decoder: string): string {
  const { rule, options } = readDecoder(decoder);
  const known = checkNodeRules[rule].options;
  const words = Object.entries(options).filter(([name, value]) => known[name]?.default !== value);
  return [rule, ...words.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** Formats every cell with intervals and p-values, for a terminal. */
export function cellsText(comparisons: readonly CellComparison[]): string {
  const headers = [
    ...["code", "QBER", "decoder", "failures/1000", "95 %", "paper", "iterations", "±", "paper"],
    ...["Mbit/s", "decoder alone", "of copy bandwidth", "paper's fastest", "ratio", "consistent"],
  ];
  const rows = comparisons.map((one) => {
    const { ours, iterations, paper, fastest } = one;
    const { low, high } = clopperPearson(ours.failed, ours.frames);
    return [
      ...[ours.code, `${ours.qber} %`, shortDecoder(ours.decoder)],
      ...[formatNumber(failuresPerThousand(ours)), `${formatNumber(1000 * low)}–${formatNumber(1000 * high)}`],
      ...[String(paper.failures), iterations.mean.toFixed(3)],
      (iterations.deviation / Math.sqrt(iterations.count)).toFixed(3),
      paper.iterations.toFixed(1),
      ...[chainRate(ours), decoderRate(ours)].map((rate) => formatNumber(rate)),
      copyShareText(bandwidthShare(ours)),
      formatNumber(fastest.mbitPerSecond),
      formatNumber(chainRate(ours) / fastest.mbitPerSecond),
      verdict(one),
    ];
  });
  const align = headers.map((_, i) => ([0, 2, 14].includes(i) ? "left" : "right"));
  return [formatTable(headers, rows, { align }), ...summary(comparisons)].join("\n\n");
}

/** The tables of doc/papers/qkd.md: the paper's tables one after the other, with all decoders side by side. */
export function cellsMarkdown(
  comparisons: readonly CellComparison[],
  device: EngineInfo,
  significance: number,
): string {
  const decoders = [...new Set(comparisons.map(({ ours }) => ours.decoder))];
  const sections = [...new Set(comparisons.map(({ paperCode }) => paperCode.table))].flatMap((table) => {
    const own = comparisons.filter(({ paperCode }) => paperCode.table === table);
    return [`### Table ${table}: rate ${own[0].paperCode.rate}`, tableMarkdown(own, decoders)];
  });
  const frames = [...new Set(comparisons.map(({ ours }) => formatCount(ours.frames)))].join(" or ");
  const introduction =
    `Failures per 1000 / average iterations / Mbit/s of sifted key; ours on ${device.adapter} (${device.driver}), ${frames} ` +
    "frames a cell, sampling to counters, and in brackets the ratio to the paper's fastest GPU row, which the column of the GPU " +
    "has the Mbit/s of. No ratio where more frames fail than of the paper's. Failures or iterations that are not consistent " +
    `with the paper's GPU row are **bold** (${formatNumber(100 * significance)} % for all cells of a decoder together); layered ` +
    "decoders are not compared, as an iteration of theirs does more.";
  return [introduction, ...sections, ...summary(comparisons)].join("\n\n");
}

function tableMarkdown(comparisons: readonly CellComparison[], decoders: readonly string[]): string {
  const headers = ["code", "QBER", "paper, CPU", "paper, GPU", ...decoders.map((one) => `\`${shortDecoder(one)}\``)];
  const points = new Map<string, CellComparison[]>();
  for (const one of comparisons) {
    const key = JSON.stringify([one.ours.code, one.ours.qber]);
    points.set(key, [...(points.get(key) ?? []), one]);
  }
  let last = "";
  const rows = [...points.values()].map((cells) => {
    const [{ ours, cpu, paper, fastest }] = cells;
    const name = ours.code === last ? "" : ours.code;
    last = ours.code;
    const own = decoders.map((decoder) => cells.find((cell) => cell.ours.decoder === decoder));
    return [
      ...[name, `${ours.qber} %`, cpu === undefined ? "" : paperText(cpu)],
      paperText({ ...paper, mbitPerSecond: fastest.mbitPerSecond }),
      ...own.map((cell) => (cell === undefined ? "" : oursText(cell))),
    ];
  });
  return markdownTable(headers, rows);
}

function paperText({ failures, iterations, mbitPerSecond }: PaperCell): string {
  return `${failures} / ${iterations.toFixed(1)} / ${formatNumber(mbitPerSecond)}`;
}

function oursText({ ours, iterations, tests, fastest, failsMore }: CellComparison): string {
  const mark = (text: string, consistent = true) => (consistent ? text : `**${text}**`);
  const rate = chainRate(ours);
  const ratio = failsMore ? "" : ` (${formatNumber(rate / fastest.mbitPerSecond)})`;
  return [
    mark(formatNumber(failuresPerThousand(ours)), tests?.failures.consistent),
    mark(iterations.mean.toFixed(2), tests?.iterations.consistent),
    `${formatNumber(rate)}${ratio}`,
  ].join(" / ");
}

function verdict({ tests }: CellComparison): string {
  if (tests === undefined) return "–";
  const wrong = (["failures", "iterations"] as const).filter((kind) => !tests[kind].consistent);
  return wrong.length === 0 ? "yes" : `not ${wrong.join(" nor ")}`;
}

/**
 * For each decoder the number of consistent cells, then every inconsistent cell, then the cells without a comparison.
 */
function summary(comparisons: readonly CellComparison[]): string[] {
  const tested = comparisons.filter(({ tests }) => tests !== undefined);
  const decoders = [...new Set(tested.map(({ ours }) => ours.decoder))].map((decoder) => {
    const own = tested.filter(({ ours }) => ours.decoder === decoder);
    const count = (kind: "failures" | "iterations", what: "consistent" | "insideSpread") =>
      `${own.filter(({ tests }) => tests?.[kind][what]).length} of ${own.length}`;
    return [
      `${shortDecoder(decoder)}: failures consistent at ${count("failures", "consistent")} cells, iterations at ` +
        `${count("iterations", "consistent")}; between the paper's own GPU rows at ${count("failures", "insideSpread")} and ` +
        `${count("iterations", "insideSpread")}.`,
      ...own.flatMap(inconsistencies),
    ].join("\n");
  });
  const leftOut = [...new Set(comparisons.map(({ paperCode }) => paperCode))].flatMap(({ table, code, leftOut }) =>
    leftOut.map(({ mode, why }) => `Table ${table}, ${code}, ${mode} is left out: it ${why}.`),
  );
  return [...decoders, leftOut.join("\n")].filter((text) => text !== "");
}

function inconsistencies({ ours, iterations, paper, mode, tests }: CellComparison): string[] {
  const where = `- ${ours.code} at ${ours.qber} %`;
  const doubt = paper.doubtful === undefined ? "" : ` (doubtful cell: ${paper.doubtful})`;
  const line = (kind: "failures" | "iterations", value: string, theirs: string) => {
    const test = tests?.[kind];
    if (test === undefined || test.consistent) return [];
    const place = test.insideSpread ? "within" : "outside";
    const p = `p = ${test.pValue.toPrecision(2)}, corrected ${test.correctedPValue.toPrecision(2)}`;
    return [`${where}: ${value}, the paper's ${mode} ${theirs}${doubt}; ${p}; ${place} the spread of its GPU rows`];
  };
  return [
    ...line("failures", `${formatNumber(failuresPerThousand(ours))} failures per 1000`, String(paper.failures)),
    ...line("iterations", `${iterations.mean.toFixed(3)} iterations`, paper.iterations.toFixed(1)),
  ];
}
