import { existsSync } from "node:fs";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { runRate } from "../../../src/simulation/bench/bench.ts";
import { iterationMean } from "../../../src/simulation/bench/iteration-histogram.ts";
import { chainRate, decoderRate, readCells } from "../../qkd/shared/cells.ts";
import type { Speed } from "../speed.ts";
import { RECONCILIATION_SPEEDS, speedCaseText } from "../speed-cases.ts";
import { experimentsFile, jsonFile } from "./results.ts";

const SPEEDS = "results/speeds/reconciliation-h200.json";
const CELLS = "results/qkd-tables-h200.json";

/** A decoder of dvbs2-64800-43200 at QBER 7 %, bits per second of sifted key. */
interface Reconciled {
  readonly decoder: string;
  readonly iterations: number;
  readonly chain: number;
  readonly alone: number;
  readonly failed: number;
  readonly frames: number;
}

/** Whether the figures come from the file of all decoders' speeds, rather than from the cells of the paper's tables. */
const isOfSpeeds = () => existsSync(experimentsFile(SPEEDS));

export const reconciliationFile = (): string => (isOfSpeeds() ? SPEEDS : CELLS).replace("results/", "");

function reconciled(): Reconciled[] {
  return isOfSpeeds() ? ofSpeeds() : ofCells();
}

function ofSpeeds(): Reconciled[] {
  const { details } = jsonFile(SPEEDS) as { readonly details: Readonly<Record<string, Speed>> };
  return RECONCILIATION_SPEEDS.flatMap((one) => {
    const speed = details[speedCaseText(one)];
    if (speed === undefined) return [];
    const { early, codedBits, decoderKernels, earlyKernels } = speed;
    const names = Object.keys(earlyKernels).filter((name) => decoderKernels.includes(name));
    const seconds = names.reduce((sum, name) => sum + earlyKernels[name], 0);
    return [
      {
        decoder: one.decoder.replace(" iterations=31", ""),
        iterations: early.iterations,
        chain: runRate(early) * codedBits,
        alone: (early.frames * codedBits) / seconds,
        failed: early.counts.frameErrors,
        frames: early.counts.frames,
      },
    ];
  });
}

function ofCells(): Reconciled[] {
  const cells = readCells(experimentsFile(CELLS)).measurements.filter(
    ({ code, qber }) => code === "dvbs2-64800-43200" && qber === 7,
  );
  return cells.map((cell) => {
    const { rule, options } = readDecoder(cell.decoder);
    const words = ["schedule", "messages", "form"].flatMap((name) =>
      options[name] === undefined ? [] : [`${name}=${options[name]}`],
    );
    return {
      decoder: [rule, ...words].join(" "),
      iterations: iterationMean(cell).mean,
      chain: 1e6 * chainRate(cell),
      alone: 1e6 * decoderRate(cell),
      failed: cell.failed,
      frames: cell.frames,
    };
  });
}

export function reconciliationTable(): string {
  return markdownTable(
    ["decoder", "iterations", "whole chain, Gbit/s", "decoder alone, Gbit/s", "frames that fail"],
    reconciled().map(({ decoder, iterations, chain, alone, failed, frames }) => [
      `\`${decoder}\``,
      iterations.toFixed(2),
      ...[chain, alone].map((rate) => formatNumber(rate / 1e9)),
      `${failed} of ${frames.toLocaleString("en-US")}`,
    ]),
  );
}

/** The default decoder of `ldpc key`. */
export function defaultReconciled(): Reconciled {
  const one = reconciled().find(({ decoder }) => decoder.includes("messages=f16") && decoder.includes("form=tanh"));
  if (one === undefined) throw new Error("the default decoder was not measured");
  return one;
}
