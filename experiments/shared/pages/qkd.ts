import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { runRate, secondsOfDecoder } from "../../../src/simulation/bench/bench.ts";
import { POINTS as EFFICIENCIES, rowOf } from "../../key-efficiency.ts";
import { designSpeedUps, LAYOUT_DETAILS, studyPoints } from "../../qkd/memory-layout.ts";
import { POINTS } from "../../qkd/operating-points.ts";
import { CELLS, cellKey, chainRate } from "../../qkd/shared/cells.ts";
import { type CellComparison, compareCells, failuresPerThousand, shortDecoder } from "../../qkd/shared/compare.ts";
import { designRate, PAPER } from "../../qkd/shared/paper.ts";
import { SPEED_GROUPS } from "../../speeds.ts";
import { MeasurementFile } from "../files.ts";
import { type Speed, speedText } from "../measure.ts";
import { readReport } from "../report.ts";
import { cardOf, experimentsFile, type Figures, jsonFile, resultFile } from "./results.ts";

const tablesFile = () => resultFile("results/qkd-tables");
const layoutFile = () => resultFile("results/qkd-memory-layout");
const pointsFile = () => resultFile("results/qkd-operating-points");

/** The paper's arithmetic by the CPU engine on one core. */
const CORE = "results/cpu/qkd-cells.json";

const SIGNIFICANCE = 0.01;

function comparisons(): CellComparison[] {
  const { measurements } = MeasurementFile.read(CELLS, experimentsFile(tablesFile()));
  return compareCells(measurements, SIGNIFICANCE);
}

/** The conclusion of the paper's section 5. */
function conclusion(): string {
  const { gigabitsPerSecond, gpus } = PAPER.conclusion;
  return `${gigabitsPerSecond} Gbit/s would take up to ${gpus} of the newer`;
}

const isLayered = ({ ours }: CellComparison) => ours.decoder.includes("schedule=layered");

/** The number of cells that agree with the paper's, by decoder. */
function verdicts(): string {
  const all = comparisons();
  const rows = [...new Set(all.map(({ ours }) => ours.decoder))].map((decoder) => {
    const own = all.filter(({ ours }) => ours.decoder === decoder);
    const agree = (kind: "failures" | "iterations") =>
      isLayered(own[0])
        ? "not compared"
        : `${own.filter(({ tests }) => tests?.[kind].consistent).length} of ${own.length}`;
    const more = own.filter(({ failsMore }) => failsMore).length;
    const good = own.filter(({ paper }) => paper.failures <= 1).map(({ ours }) => chainRate(ours));
    return [
      `\`${shortDecoder(decoder)}\``,
      ...[agree("failures"), agree("iterations"), `${more} of ${own.length}`],
      formatNumber(Math.min(...good)),
    ];
  });
  return markdownTable(
    [
      ...["decoder", "failures agree", "iterations agree", "cells with more failures"],
      "least Mbit/s where the paper has at most 1 failure in 1000",
    ],
    rows,
  );
}

/** Each code at the highest QBER at which the paper has at most one failure in 1000. */
function fastest(): string {
  const good = comparisons().filter(({ paper }) => paper.failures <= 1);
  const onCore = MeasurementFile.read(CELLS, experimentsFile(CORE));
  const codes = [...new Set(good.map(({ ours }) => ours.code))];
  const decoders = [...new Set(good.map(({ ours }) => ours.decoder))];
  const rows = codes.map((code) => {
    const own = good.filter(({ ours }) => ours.code === code);
    const qber = Math.max(...own.map(({ ours }) => ours.qber));
    const cells = decoders.map((decoder) => own.find(({ ours }) => ours.qber === qber && ours.decoder === decoder));
    const { paperCode, cpu, fastest: gpu } = cells.find((cell) => cell !== undefined)!;
    return [
      ...[String(paperCode.table), code, String(qber)],
      cpu === undefined ? "–" : formatNumber(cpu.mbitPerSecond),
      formatNumber(chainRate(onCore.find(cellKey({ code, decoder: decoders[0], qber }))!)),
      formatNumber(gpu.mbitPerSecond),
      ...cells.map((cell) => {
        if (cell === undefined) return "–";
        const fails = failuresPerThousand(cell.ours);
        return `${formatNumber(chainRate(cell.ours))}${fails > 1 ? ` (${formatNumber(fails, 2)} fail)` : ""}`;
      }),
      cells.map((cell) => (cell === undefined ? "–" : String(cell.ours.undetected))).join(" / "),
    ];
  });
  return markdownTable(
    [
      "table",
      "code",
      "QBER, %",
      "paper's CPU",
      "ours, one core",
      "paper's GPU",
      ...decoders.map((one) => `\`${shortDecoder(one)}\``),
      "undetected frames",
    ],
    rows,
  );
}

/** The highest QBER of each code with the default decoder of `ldpc key`. */
function operatingPoints(): string {
  const { measurements } = MeasurementFile.read(POINTS, experimentsFile(pointsFile()));
  const own = measurements.filter(({ decoder }) => decoder.includes("messages=f16"));
  return markdownTable(
    ["code", "QBER, %"],
    own.map(({ code, qber }) => [code, qber === null ? "–" : String(qber)]),
  );
}

/** The highest QBER of each of our codes, and the efficiency there. */
function keyEfficiency(): string {
  const { measurements } = MeasurementFile.read(EFFICIENCIES, experimentsFile(resultFile("results/key-efficiency")));
  const headers = ["code", "punctured", "QBER", "efficiency f", "failures, 95 % interval", "undetected", "iterations"];
  return markdownTable(headers, measurements.map(rowOf));
}

/** QBER at which the designs' rates stand beside the paper's, percent. */
const DESIGN_QBER = 5;

/** Gain of each memory design of the paper over the previous one, and the rate of the last. */
function designs(): string {
  const { details } = readReport("qkd-memory-layout", LAYOUT_DETAILS, experimentsFile(layoutFile()));
  const points = studyPoints(details);
  const optional = (value: number | undefined) => (value === undefined ? "–" : formatNumber(value));
  const speedUps = designSpeedUps(points);
  const rows = [...new Set(points.map(({ paperCode }) => paperCode.code))].map((code) => {
    const gains = speedUps.filter((one) => one.paperCode.code === code);
    const { qber, ours, paperCode } = points.find((one) => one.paperCode.code === code && one.qber === DESIGN_QBER)!;
    return [
      code,
      ...gains.map(({ paper, ours }) => [paper.W, paper.K, ours].map(optional).join(", ")),
      [designRate(paperCode, "NoM", "K", qber), ours.NoM.decoder].map(optional).join(", "),
    ];
  });
  const headers = designSpeedUps(points.slice(0, 1)).map(
    ({ layout, before }) => `\`${layout}\` / \`${before}\`: W, K, ours`,
  );
  return markdownTable(["code", ...headers, `\`frames\`, Mbit/s: K, ours`], rows);
}

export const QKD_FIGURES: Figures = {
  "qkd card": () => cardOf(tablesFile()),
  "qkd designs card": () => cardOf(layoutFile()),
  "qkd paper conclusion": conclusion,
  "qkd verdicts": verdicts,
  "qkd fastest": fastest,
  "qkd operating points": operatingPoints,
  "qkd designs": designs,
  "key efficiency": keyEfficiency,
};

const speeds = () => resultFile("results/speeds/reconciliation");

/** A decoder of dvbs2-64800-43200 at QBER 7 %, bits per second of sifted key. */
interface Reconciled {
  readonly decoder: string;
  readonly iterations: number;
  readonly chain: number;
  readonly alone: number;
  readonly failed: number;
  readonly undetected: number;
  readonly frames: number;
}

export const reconciliationFile = (): string => speeds().replace("results/", "");

function reconciled(): Reconciled[] {
  const { details } = jsonFile(speeds()) as { readonly details: Readonly<Record<string, Speed>> };
  return SPEED_GROUPS.reconciliation.flatMap((one) => {
    const speed = details[speedText(one)];
    if (speed === undefined) return [];
    const { early, codedBits, earlyKernels } = speed;
    return [
      {
        decoder: one.decoder.replace(" iterations=31", ""),
        iterations: early.iterations,
        chain: runRate(early) * codedBits,
        alone: (early.frames * codedBits) / secondsOfDecoder(speed, earlyKernels),
        failed: early.counts.frameErrors,
        undetected: early.counts.undetected,
        frames: early.counts.frames,
      },
    ];
  });
}

export function reconciliationTable(): string {
  return markdownTable(
    ["decoder", "iterations", "whole chain, Gbit/s", "decoder alone, Gbit/s", "frames that fail", "undetected"],
    reconciled().map(({ decoder, iterations, chain, alone, failed, undetected, frames }) => [
      `\`${decoder}\``,
      iterations.toFixed(2),
      ...[chain, alone].map((rate) => formatNumber(rate / 1e9)),
      `${failed} of ${frames.toLocaleString("en-US")}`,
      String(undetected),
    ]),
  );
}

/** The default decoder of `ldpc key`. */
export function defaultReconciled(): Reconciled {
  const one = reconciled().find(({ decoder }) => decoder.includes("messages=f16") && decoder.includes("form=tanh"));
  if (one === undefined) throw new Error("the default decoder was not measured");
  return one;
}
