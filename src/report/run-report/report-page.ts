import { printable } from "../../printable.ts";
import { escapeHtml } from "../page.ts";
import { DARK_CSS, FONT, INK, PAPER } from "../style.ts";

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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown(title)}</title>
<style>
  html { color-scheme: light; }
  body { max-width: 960px; margin: 0 auto; padding: 12px; background: ${PAPER}; color: ${INK}; font-family: ${FONT}; font-size: 14px; line-height: 1.4; overflow-wrap: anywhere; }
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
${DARK_CSS}
</style>
</head>
<body>
<h1>${shown(title)}</h1>
${sections.map(sectionMarkup).join("\n")}
</body>
</html>
`;
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
