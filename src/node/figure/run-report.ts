import { type ChannelParameter, channels } from "../../channel/channels.ts";
import { figureOfRuns } from "../../report/figure.ts";
import { counted, formatCount } from "../../report/format.ts";
import {
  gapsTable,
  missingTableText,
  pointsTable,
  type ReportSection,
  reportPage,
  transmissionTables,
} from "../../report/run-report.ts";
import { parameterOf, type RunPoints, seriesOfRuns } from "../../report/series.ts";
import { shellWord } from "../../shell-word.ts";
import type { RunFile } from "../run/run-file.ts";
import { describedRun, transportRuns } from "../run/run-points.ts";
import { FIGURE_SIZE, figureImage } from "./figure-file.ts";

/** Width of a drawing for narrow windows, in CSS pixels. */
const NARROW = 376;

/**
 * The report of runs as one page: for each channel the curves and the gaps, for each run settings, device and points, and how to cite.
 * @param title of the page.
 */
export async function runReport(runs: readonly RunPoints[], title: string): Promise<string> {
  const parameters = new Set(runs.flatMap(({ rows }) => rows.map(parameterOf)));
  const figures = await Promise.all([...parameters].map((parameter) => curvesSection(runs, parameter)));
  const details = runs.map(runSection);
  return reportPage({
    title,
    sections: [...figures, ...transmissionSection(runs), ...details.map(({ section }) => section), citation(details)],
  });
}

/** Series of transmissions of a transport block, if there are any. */
function transmissionSection(runs: readonly RunPoints[]): ReportSection[] {
  const transported = transportRuns(runs);
  const series = transmissionTables(transported);
  const missing = missingTableText(transported);
  if (series.length === 0 && missing === undefined) return [];
  const paragraphs = [...series.map(({ title }) => `${title}.`), ...(missing === undefined ? [] : [missing])];
  return [{ heading: "Transmissions", paragraphs, tables: series.map(({ table }) => table) }];
}

async function curvesSection(all: readonly RunPoints[], parameter: ChannelParameter): Promise<ReportSection> {
  const runs = all
    .map((run) => ({ ...run, rows: run.rows.filter((row) => parameterOf(row) === parameter) }))
    .filter(({ rows }) => rows.length > 0);
  const { figure } = figureOfRuns(runs, []);
  const [wide, narrow] = [
    await figureImage(figure, "svg", { width: FIGURE_SIZE.width }),
    await figureImage(figure, "svg", { width: NARROW }),
  ].map(String);
  const gaps = gapsTable(seriesOfRuns(runs).series);
  const { title, label } = channels[parameter];
  return { heading: `${title}, ${label}`, figure: { wide, narrow }, tables: gaps === undefined ? [] : [gaps] };
}

interface RunDetails {
  readonly section: ReportSection;
  readonly run?: RunFile;
}

function runSection({ origin, rows }: RunPoints): RunDetails {
  const run = describedRun(origin);
  const settings = run === undefined ? [] : [{ headers: [], rows: settingsOf(run, origin) }];
  return { section: { heading: origin, tables: [...settings, pointsTable(rows, run?.code.bitsPerSymbol === 1)] }, run };
}

function settingsOf(run: RunFile, folder: string): string[][] {
  const { code, decoder, seed, chunkFrames, codeword, stopping, engine, versions, commit, part } = run;
  const size =
    run.channel.name === "depolarizing"
      ? `kinds of errors, X and Z, each with ${counted(code.bitsPerSymbol, "observable")}`
      : code.bitsPerSymbol === 1
        ? "bits"
        : `symbols over GF(${2 ** code.bitsPerSymbol})`;
  return [
    ["code", `${code.name}, ${formatCount(code.symbols)} ${size}, given as ${code.given}`],
    ["hash of the code", code.hash],
    ["decoder", decoder],
    ["word sent", codeword],
    ["random numbers", `${run.random}, seed ${seed}, chunks of ${formatCount(chunkFrames)} frames`],
    [
      "stopping rule",
      Object.entries(stopping)
        .map(([name, value]) => `${limitWords(name)} ${value >= 1 ? formatCount(value) : value}`)
        .join(", "),
    ],
    ...(part === undefined ? [] : [["part", `${part.index} of ${part.of}`]]),
    ...(engine === undefined ? [] : [["device", `${engine.engine}: ${engine.adapter}, ${engine.driver}`]]),
    [
      "versions",
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(", "),
    ],
    ...(commit === null ? [] : [["commit", commit]]),
    ["repeat", `ldpc simulate --again ${shellWord(folder)}`],
  ];
}

/** The facts that a paper must state so that readers can repeat the runs. */
function citation(details: readonly RunDetails[]): ReportSection {
  const versions = new Set(
    details.flatMap(({ run }) =>
      run === undefined
        ? []
        : [
            `${run.versions["gfq-ldpc"] ?? "of an unknown version"}${run.commit === null ? "" : `, commit ${run.commit}`}`,
          ],
    ),
  );
  const programs = [...versions].map((version) => `gfq-ldpc ${version}`);
  return {
    heading: "How to cite",
    paragraphs: [
      `gfq-ldpc authors, “gfq-ldpc: LDPC codes over GF(2) to GF(256) on WebGPU”${programs.length === 0 ? "" : `. These runs: ${programs.join("; ")}`}.`,
      "Beside it cite the sources of codes and decoders, which ldpc codes and ldpc decoders name. Code, decoder, channel, seed, chunk size and stopping rule determine every count above.",
    ],
  };
}

/** `maxErrors` as "max errors", `targetFer` as "target FER". */
function limitWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bfer\b/, "FER");
}
