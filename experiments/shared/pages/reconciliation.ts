import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { runRate } from "../../../src/simulation/bench/bench.ts";
import { secondsOfDecoder } from "../../../src/simulation/bench/decoder-kernels.ts";
import { SPEED_GROUPS } from "../../speeds.ts";
import { type Speed, speedText } from "../measure.ts";
import { jsonFile, resultFile } from "./results.ts";

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
