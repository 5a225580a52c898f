import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { runRate, type Throughput } from "../../../src/simulation/bench/bench.ts";
import type { ErrorCount } from "../../../src/simulation/statistics.ts";
import { PRINTED } from "../../sionna-5g/shared/blocks.ts";
import { type FrameErrors, rateText } from "../rates.ts";
import { cardOf, type Figures, jsonFile, type ReportRow, reportRows, resultFile } from "./results.ts";

const file = (name: string) => resultFile(`results/sionna-5g/${name}`);

/** Microseconds of one and of two segments, by block rows and iterations. */
function latencies(): string {
  const { details } = jsonFile(file("latency")) as {
    readonly details: Readonly<Record<string, { readonly clock: number; readonly device: number }>>;
  };
  const [one, two, bytes] = ["one segment", "two segments at once", ", bytes in, bits out"];
  const cases = Object.keys(details).flatMap((name) => (/^one segment, (\d.*)$/.exec(name) ?? []).slice(1));
  const rows = cases.map((name) => [
    name,
    ...[one, two].flatMap((segments) =>
      (["device", "clock"] as const).map((time) => formatNumber(1e6 * details[`${segments}${bytes}, ${name}`][time])),
    ),
  ]);
  return markdownTable(
    ["block rows, iterations", "one segment, device, µs", "clock, µs", "two at once, device, µs", "clock, µs"],
    rows,
  );
}

/** By how much two segments take longer than one on the device, least and most. */
function twoSegments(): string {
  const { details } = jsonFile(file("latency")) as {
    readonly details: Readonly<Record<string, { readonly device: number }>>;
  };
  const longer = Object.keys(details).flatMap((name) => {
    const [, rest] = /^one segment(, bytes in.*)$/.exec(name) ?? [];
    return rest === undefined ? [] : [100 * (details[`two segments at once${rest}`].device / details[name].device - 1)];
  });
  return `${Math.min(...longer).toFixed(0)} to ${Math.max(...longer).toFixed(0)} %`;
}

/** Time of a batch from random words to counters. */
interface Batch {
  readonly frames: number;
  readonly bits: number;
  readonly decoderShare: number;
  readonly chain: Throughput;
}

/** The number in a row's conditions. @throws Error if they have none. */
function numberIn({ what, how }: ReportRow, pattern: RegExp): number {
  const [, found] = pattern.exec(how) ?? [];
  if (found === undefined) throw new Error(`${what}: no ${pattern.source} in "${how}"`);
  return Number(found);
}

function batches(): string {
  const { details } = jsonFile(file("throughput")) as { readonly details: Readonly<Record<string, Batch>> };
  const rows = Object.values(details).map(({ frames, bits, decoderShare, chain }) => [
    frames.toLocaleString("en-US"),
    formatNumber(1e6 / runRate(chain)),
    formatNumber((bits * runRate(chain)) / 1e9),
    `${(100 * decoderShare).toFixed(0)} %`,
  ]);
  return markdownTable(["segments", "µs a segment", "Gbit/s", "of it the decoder"], rows);
}

function uploads(): string {
  const rows = reportRows(file("uploads")).map((row) => [
    row.what.replace(" while others are decoded", ""),
    formatNumber(row.ours),
    formatNumber(numberIn(row, /([\d.]+) µs from LLRs/)),
  ]);
  return markdownTable(["", "segments/s", "µs of a call"], rows);
}

/** The counts of a file's measurements; files of an earlier version did not count undetected words. */
const blockCounts = (name: string) =>
  (jsonFile(file(name)) as { readonly details: Readonly<Record<string, Partial<FrameErrors> & ErrorCount>> }).details;

const publishedCount = ({ what }: ReportRow): ErrorCount =>
  (blockCounts("fer")[what] as unknown as { readonly published: ErrorCount }).published;

/** Block error rates: published, and of three decoders, by code and Eb/N0. */
function blockErrors(): string {
  const points = new Map<string, ReportRow[]>();
  for (const row of reportRows(file("fer"))) {
    const [point] = row.what.split(":");
    points.set(point, [...(points.get(point) ?? []), row]);
  }
  const counted = blockCounts("fer");
  const rows = [...points].map(([point, [sumProduct, tutorial, minSum]]) => [
    ...(/^n = (\d+), (.*) dB$/.exec(point) ?? []).slice(1),
    rateText(publishedCount(sumProduct)),
    ...[sumProduct, tutorial, minSum].map(({ what }) => rateText(counted[what])),
    [sumProduct, tutorial, minSum].map(({ what }) => counted[what].undetected ?? "–").join(" / "),
    /p = (.*)$/.exec(sumProduct.how)![1],
  ]);
  return markdownTable(
    [
      ...["bits sent", "Eb/N0, dB", "published", "sum-product, f32", "the tutorial's", "min-sum · 3/4, f32"],
      "undetected words of ours",
      "p, published and f32",
    ],
    rows,
  );
}

export const SIONNA_FIGURES: Figures = {
  "sionna latency": latencies,
  "sionna two segments": twoSegments,
  "sionna card": () => cardOf(...["latency", "throughput", "uploads"].map(file)),
  "sionna printed word": () => `${PRINTED.codeWord} µs`,
  "sionna printed segment": () => `${PRINTED.segment} µs`,
  "sionna batches": batches,
  "sionna uploads": uploads,
  "sionna block errors": blockErrors,
};
