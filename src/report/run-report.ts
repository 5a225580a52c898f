import { type ChannelKind, pointText } from "../channel/channel-kind.ts";
import { channels } from "../channel/channels.ts";
import type { Transport } from "../code/transport.ts";
import { printable } from "../printable.ts";
import type { PointRow } from "../simulation/points.ts";
import type { Estimate } from "../simulation/statistics.ts";
import { formatCount, formatInterval, formatNumber, formatRate } from "./format.ts";
import { crossing } from "./gap.ts";
import { escapeHtml, htmlPage } from "./page.ts";
import { parameterOf, type Series } from "./series.ts";
import { DARK_CSS, FONT, INK, PAPER } from "./style.ts";
import { jointThroughput, sentTransport, transportRates } from "./transport-rates.ts";

/** A table of a report: plain text, escaped when it is written. */
export interface ReportTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a report under a heading. */
export interface ReportSection {
  readonly heading: string;
  /** Drawn images of one figure for wide and for narrow windows: markup of SVG. */
  readonly figure?: { readonly wide: string; readonly narrow: string };
  readonly paragraphs?: readonly string[];
  readonly tables?: readonly ReportTable[];
}

/** The content of a report. */
export interface Report {
  readonly title: string;
  readonly sections: readonly ReportSection[];
}

/**
 * A page that shows a report, loads nothing and runs no script. It prints on A4.
 * @param report its texts are plain; its figures are SVG that this program has drawn.
 */
export function reportPage({ title, sections }: Report): string {
  return htmlPage({
    title: shown(title),
    css: `  body { max-width: 960px; margin: 0 auto; padding: 12px; background: ${PAPER}; color: ${INK}; font-family: ${FONT}; font-size: 14px; line-height: 1.4; overflow-wrap: anywhere; }
  h1 { font-size: 24px; } h2 { font-size: 18px; margin-top: 28px; }
  svg { display: block; max-width: 100%; height: auto; }
  .narrow { display: none; }
  .table { overflow-x: auto; margin: 12px 0; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 3px 10px 3px 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8886; }
  .points th, .points td { white-space: nowrap; }
  .settings td:first-child { min-width: 9em; }
  @media screen and (max-width: 640px) { .wide { display: none; } .narrow { display: block; } }
  @media print {
    @page { size: A4; margin: 15mm; }
    body { max-width: none; padding: 0; font-size: 9pt; }
    .table { overflow: visible; }
    .points { font-size: 7.5pt; }
    .points th, .points td { padding-right: 6px; }
    thead { display: table-header-group; }
    tr, .figure, h2 { break-inside: avoid; } h2 { break-after: avoid; }
    /* Longer tables than a third of a page may break: their headers repeat. */
    table:not(:has(tr:nth-child(16))) { break-inside: avoid; }
  }
${DARK_CSS}`,
    body: `<h1>${shown(title)}</h1>
${sections.map(sectionMarkup).join("\n")}`,
  });
}

function sectionMarkup({ heading, figure, paragraphs = [], tables = [] }: ReportSection): string {
  const drawn = figure === undefined ? [] : [figureMarkup(figure)];
  const texts = paragraphs.map((text) => `<p>${shown(text)}</p>`);
  return [`<h2>${shown(heading)}</h2>`, ...drawn, ...texts, ...tables.map(tableMarkup)].join("\n");
}

function figureMarkup({ wide, narrow }: NonNullable<ReportSection["figure"]>): string {
  const views = Object.entries({ wide, narrow }).map(([name, svg]) => `<div class="${name}">${svg}</div>`);
  return `<div class="figure">${views.join("\n")}</div>`;
}

/** Untrusted text: neither markup nor characters that a reader would not see. */
function shown(text: string): string {
  return escapeHtml(printable(text, MOST_SHOWN));
}

/** Characters of a text that are shown. */
const MOST_SHOWN = 4000;

/** Tables of more than two columns hold points, whose cells stay on one line. */
function tableMarkup({ headers, rows }: ReportTable): string {
  const cells = (name: "th" | "td", texts: readonly string[]) =>
    texts.map((text) => `<${name}>${shown(text)}</${name}>`).join("");
  const head = headers.length === 0 ? "" : `<thead><tr>${cells("th", headers)}</tr></thead>`;
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n");
  return `<div class="table"><table${headers.length > 2 ? ' class="points"' : ' class="settings"'}>${head}<tbody>\n${body}\n</tbody></table></div>`;
}

/** The points of a run, in the order of the file. @param isBinary whether the code is, whose SER is its BER. */
export function pointsTable(rows: readonly PointRow[], isBinary: boolean): ReportTable {
  // Of a pair of codes an information symbol is its X errors, the other symbol its Z errors.
  const hasKinds = rows.some(({ channel }) => channel.split(" ")[0] === "depolarizing");
  const headers = [
    "point",
    "FER",
    "95 % interval",
    ...(hasKinds ? ["X wrong", "Z wrong", "both"] : isBinary ? [] : ["SER"]),
    "BER",
    "frames",
    "frame errors",
    "undetected",
    "iterations",
    "stopped by",
  ];
  return {
    headers,
    rows: rows.map((row) => [
      pointText(channels[parameterOf(row)], row.point),
      row.frame_errors === 0 ? `< ${formatRate(row.fer_high)}` : formatRate(row.fer),
      formatInterval(row.fer_low, row.fer_high),
      ...(hasKinds
        ? [
            row.information_frame_errors,
            row.symbol_errors - row.information_frame_errors,
            row.symbol_errors - row.frame_errors,
          ].map(formatCount)
        : isBinary
          ? []
          : [formatRate(row.ser)]),
      formatRate(row.ber),
      formatCount(row.frames),
      formatCount(row.frame_errors),
      formatCount(row.undetected),
      formatNumber(row.iterations / row.frames),
      row.stopped_by,
    ]),
  };
}

/** FERs at which curves are compared. */
const LEVELS = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

/**
 * Where curves over one parameter in dB have a FER, with the 95 % interval, and how far each lies behind the best: a row per curve, a
 * column per power of ten that at least one curve reaches. ln FER is interpolated linearly (`crossing`).
 * @returns undefined if the curve crosses no power of ten, or the parameter is not in decibels.
 */
export function gapsTable(series: readonly Series[]): ReportTable | undefined {
  const kind: ChannelKind | undefined = series.length === 0 ? undefined : channels[series[0].parameter];
  if (kind?.unit !== "dB") return undefined;
  const reached = LEVELS.map((fer) => ({ fer, crossings: series.map(({ points }) => crossing(points, fer)) })).filter(
    ({ crossings }) => crossings.some((one) => one !== undefined),
  );
  if (reached.length === 0) return undefined;
  const cell = (crossings: (typeof reached)[number]["crossings"], i: number): string => {
    const found = crossings[i];
    if (found === undefined) return "–";
    const best = Math.min(...crossings.flatMap((one) => (one === undefined ? [] : [one.x])));
    const behind = found.x - best;
    const gap = series.length > 1 ? (behind === 0 ? ", best" : `, +${behind.toFixed(2)} dB`) : "";
    return `${found.x.toFixed(2)} dB [${found.low.toFixed(2)}, ${found.high.toFixed(2)}]${gap}`;
  };
  return {
    headers: ["curve", ...reached.map(({ fer }) => `${kind.label} at FER 1e${Math.round(Math.log10(fer))}`)],
    rows: series.map(({ name }, i) => [name || "this run", ...reached.map(({ crossings }) => cell(crossings, i))]),
  };
}

/** A run of a transport block of 5G. */
export interface TransportRun {
  readonly transport: Transport;
  /** Equal for runs that differ in their redundancy versions alone. */
  readonly series: string;
  readonly rows: readonly PointRow[];
}

/** A table of a series of transmissions, and a sentence about it. */
export interface TransmissionTable {
  readonly title: string;
  readonly table: ReportTable;
}

/**
 * Block error rates after one, two, … transmissions of a transport block, and the throughput of a sender that ends with the first success: a
 * table for each series of runs whose redundancy versions begin alike, such as 0, then 0,2, then 0,2,3. Points by Eb/N0 make no series: more
 * transmissions have more energy there (`missingTableText`).
 */
export function transmissionTables(runs: readonly TransportRun[]): TransmissionTable[] {
  const taken = runs.filter(({ rows }) => rows.length > 0 && parameterOf(rows[0]) !== "ebn0");
  return [...new Set(taken.map(({ series }) => series))].flatMap((name) => {
    const all = taken.filter(({ series }) => series === name);
    const isBeginning = (run: TransportRun, whole: TransportRun) =>
      run !== whole && textOf(whole).startsWith(`${textOf(run)},`);
    const longest = all.filter((run) => !all.some((whole) => isBeginning(run, whole)));
    return longest.flatMap((whole) => {
      const beginnings = whole.transport.versions.map((_, i) => {
        const versions = whole.transport.versions.slice(0, i + 1).join(",");
        return all.find((run) => textOf(run) === versions);
      });
      return whole.transport.versions.length > 1 && beginnings.filter(Boolean).length > 1
        ? [tableOf(whole, beginnings)]
        : [];
    });
  });
}

/** Why runs with several transmissions make no table; undefined where they make one, or no runs have several transmissions. */
export function missingTableText(runs: readonly TransportRun[]): string | undefined {
  const taken = runs.filter(({ rows, transport }) => rows.length > 0 && transport.versions.length > 1);
  if (!taken.some(({ rows }) => parameterOf(rows[0]) === "ebn0")) return undefined;
  return "No table joins transmissions at an Eb/N0, which counts the energy of all of them: give --esn0 to see block errors after each and the throughput of a sender that ends with the first success.";
}

const textOf = ({ transport }: TransportRun): string => transport.versions.join(",");

/** @param beginnings by number of transmissions; absent where no run has it. */
function tableOf(
  { transport, rows }: TransportRun,
  beginnings: readonly (TransportRun | undefined)[],
): TransmissionTable {
  const { label, unit = "" } = channels[parameterOf(rows[0])];
  const one = sentTransport({ ...transport, versions: transport.versions.slice(0, 1) });
  const points = [...new Set(beginnings.flatMap((run) => run?.rows.map(({ point }) => point) ?? []))];
  const body = points
    .sort((a, b) => a - b)
    .map((point) => {
      const rates = beginnings.map((run) => blockErrors(run, point));
      const known = rates.filter((rate) => rate !== undefined);
      const joint = known.length === rates.length ? jointThroughput(known, one) : undefined;
      return [
        String(point),
        ...rates.map((rate) =>
          rate === undefined ? "–" : rate.value === 0 ? `< ${formatRate(rate.high)}` : formatRate(rate.value),
        ),
        joint === undefined
          ? "–"
          : `${formatNumber(joint.value, 4)} [${formatNumber(joint.low, 4)}, ${formatNumber(joint.high, 4)}]`,
      ];
    });
  const title = `Transport blocks of ${formatCount(transport.bits)} bits, ${formatCount(one.points)} points a transmission: block error rates after each, and information bits per point of a sender that ends with the first success`;
  const headers = [
    `${label} ${unit}`.trimEnd(),
    ...beginnings.map((_, i) => `after ${transport.versions.slice(0, i + 1).join(",")}`),
    "bits per point",
  ];
  return { title, table: { headers, rows: body } };
}

function blockErrors(run: TransportRun | undefined, point: number): Estimate | undefined {
  const row = run?.rows.find((one) => one.point === point);
  if (run === undefined || row === undefined) return undefined;
  const counts = { frames: row.frames, informationFrameErrors: row.information_frame_errors };
  return transportRates(counts, sentTransport(run.transport)).transportBlocks;
}
