import { z } from "zod";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { formatCount, formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { formatTable } from "../../../src/report/table.ts";
import { areAlike } from "../../shared/kernel-form.ts";
import type { Comparison } from "../../shared/report.ts";
import { DESIGNS, type Design, designRate, GENERATIONS, type Generation, meanRatio } from "./designs.ts";
import { type PaperCode, paperTables } from "./paper.ts";

const FIGURES = z.strictObject({
  frames: z.int().positive(),
  /** Average iterations of a frame. */
  iterations: z.number(),
  /** Mbit/s of sifted key, the decoder's kernels alone, and sampling to counters by the clock. */
  decoder: z.number().positive(),
  chain: z.number().positive(),
  /** Forms of the decoder's kernels, of the CPU engine; none on a GPU, and in files of an earlier version. */
  forms: z.array(z.string()).optional(),
});

/** The figures of a layout at one QBER. */
export type LayoutFigures = Readonly<z.infer<typeof FIGURES>>;

/** All layouts of a code at a QBER. */
export const LAYOUT_DETAIL = z.strictObject({
  code: z.string(),
  qber: z.number(),
  ours: z.strictObject({ Srow: FIGURES, Scol: FIGURES, NoS: FIGURES, NoM: FIGURES }),
});

/** The details of the experiment's file: by name, or in a list in files that are older than identities. */
export const LAYOUT_DETAILS = z.union([z.record(z.string(), LAYOUT_DETAIL), z.array(LAYOUT_DETAIL)]);

/** All layouts of a code at one QBER, beside the paper's. */
export interface StudyPoint {
  readonly paperCode: PaperCode;
  /** Percent. */
  readonly qber: number;
  readonly ours: Readonly<Record<Design, LayoutFigures>>;
}

/** @throws InputError for a code that is not in the paper. */
export function paperCodeOf(name: string): PaperCode {
  const { codes } = paperTables();
  const paperCode = codes.find((one) => one.code === name);
  if (paperCode !== undefined) return paperCode;
  throw new InputError(`--code ${name} is not in the paper's tables: ${codes.map((one) => one.code).join(", ")}`);
}

/** Formats every design at every point. */
export function pointsText(points: readonly StudyPoint[]): string {
  const optional = (value: number | undefined) => (value === undefined ? "–" : formatNumber(value, 4));
  const rows = points.flatMap(({ paperCode, qber, ours }) =>
    DESIGNS.map(({ design, layout }) => [
      paperCode.code,
      `${qber}`,
      layout,
      design,
      ...GENERATIONS.map((generation) => optional(designRate(paperCode, design, generation, qber))),
      formatNumber(ours[design].decoder, 4),
      formatNumber(ours[design].chain, 4),
      ours[design].iterations.toFixed(2),
      `${ours[design].frames}`,
    ]),
  );
  const table = formatTable(
    ["code", "QBER %", "layout", "paper's", "W", "K", "decoder", "whole chain", "iterations", "frames"],
    rows,
    { align: ["left", "right", "left", "left", "right", "right", "right", "right", "right", "right"] },
  );
  return `Mbit/s of sifted key; W and K: the paper's GPUs of the 2nd and 3rd generation\n\n${table}\n`;
}

/** Ratio of a design's rate to the previous design's, for a code. */
export interface SpeedUp {
  readonly paperCode: PaperCode;
  readonly layout: string;
  readonly before: string;
  /**
   * Geometric means over all QBERs, and for the paper over QBERs at which a GPU has both designs. Undefined for kernels
   * in unlike forms.
   */
  readonly ours: number | undefined;
  readonly paper: Readonly<Record<Generation, number | undefined>>;
  /** The paper's names of both designs. */
  readonly designs: readonly [Design, Design];
}

/** Comparisons of each design's rate with the previous design's, code by code. */
export function layoutSpeedUps(points: readonly StudyPoint[]): Comparison[] {
  return byCode(points).flatMap((own) => designSpeedUps(own).flatMap(speedUpLines));
}

function byCode(points: readonly StudyPoint[]): StudyPoint[][] {
  const codes = [...new Set(points.map(({ paperCode }) => paperCode.code))];
  return codes.map((code) => points.filter(({ paperCode }) => paperCode.code === code));
}

/** Ratio of each design's rate to the previous design's, code by code. */
export function designSpeedUps(points: readonly StudyPoint[]): SpeedUp[] {
  return byCode(points).flatMap((own) => {
    const { paperCode } = own[0];
    return DESIGNS.slice(1).map(({ design, layout }, i): SpeedUp => {
      const before = DESIGNS[i];
      const paper = (generation: Generation) =>
        meanRatio(
          own.flatMap(({ qber }) => {
            const rates = [design, before.design].map((one) => designRate(paperCode, one, generation, qber));
            return rates[0] === undefined || rates[1] === undefined ? [] : [rates[0] / rates[1]];
          }),
        );
      return {
        paperCode,
        layout,
        before: before.layout,
        designs: [design, before.design],
        ours: own.every(({ ours }) => areAlike(ours[design].forms, ours[before.design].forms))
          ? meanRatio(own.map((point) => point.ours[design].decoder / point.ours[before.design].decoder))
          : undefined,
        paper: { W: paper("W"), K: paper("K") },
      };
    });
  });
}

/** A line for each GPU of the paper that has both designs; one for the measured device if no GPU has both. */
function speedUpLines({ paperCode, layout, before, designs, ours, paper }: SpeedUp): Comparison[] {
  // Kernels in unlike forms differ in more than the design.
  if (ours === undefined) return [];
  const line = { what: `${paperCode.code}: ${layout} over ${before}`, unit: "speed-up", ours };
  const lines = GENERATIONS.flatMap((generation): Comparison[] => {
    const how = designs.map((design) => `${design}${generation}`).join(" over ");
    return paper[generation] === undefined ? [] : [{ ...line, paper: paper[generation], how }];
  });
  return lines.length > 0 ? lines : [{ ...line, how: "no such rows" }];
}

/** The best design's rate beside the paper's. */
export function ratesOf(points: readonly StudyPoint[], bits: string): Comparison[] {
  return points.map(({ paperCode, qber, ours }) => ({
    what: `${paperCode.code}: QBER ${qber} %, layout=frames bits=${bits}`,
    unit: "Mbit/s sifted",
    paper: designRate(paperCode, "NoM", "K", qber),
    ours: ours.NoM.decoder,
    how: `decoder alone, ${ours.NoM.frames} frames; whole chain ${formatNumber(ours.NoM.chain, 4)}; paper's NoMK`,
  }));
}

/** Speed-ups of neighbouring designs, and rates of all designs, with the paper's. */
export function pointsMarkdown(points: readonly StudyPoint[], { adapter, driver }: EngineInfo): string {
  const optional = (value: number | undefined) => (value === undefined ? "–" : formatNumber(value));
  const ratios = designSpeedUps(points).map(({ paperCode, layout, before, paper, ours }) => [
    ...[paperCode.code, `\`${layout}\` over \`${before}\``],
    ...[...GENERATIONS.map((generation) => paper[generation]), ours].map(optional),
  ]);
  const rates = points.map(({ paperCode, qber, ours }) => {
    const paper = designRate(paperCode, "NoM", "K", qber);
    return [
      ...[paperCode.code, `${qber} %`, ...DESIGNS.map(({ design }) => formatNumber(ours[design].decoder))],
      ...[optional(paper), paper === undefined ? "–" : formatNumber(ours.NoM.decoder / paper)],
    ];
  });
  const names = DESIGNS.map(({ layout }) => `\`${layout}\``);
  return [
    `Each design over the one before, on the paper's GPUs of the 2nd (W) and 3rd (K) generation and on ${adapter} (${driver}); ` +
      "geometric means over the QBERs that there are.",
    markdownTable(["code", "", "paper, W", "paper, K", "ours"], ratios),
    `Mbit/s of sifted key, the decoder's kernels alone; in flight ${byCode(points).map(inFlightText).join("; ")}.`,
    markdownTable(["code", "QBER", ...names, "paper's NoMK", "`frames` / NoMK"], rates),
  ].join("\n\n");
}

/** "wifi-1944-1296 16,384 frames", or the frames of each layout if they differ. */
function inFlightText([{ paperCode, ours }]: readonly StudyPoint[]): string {
  const frames = DESIGNS.map(({ design }) => formatCount(ours[design].frames));
  return `${paperCode.code} ${new Set(frames).size === 1 ? frames[0] : frames.join(" / ")} frames`;
}
