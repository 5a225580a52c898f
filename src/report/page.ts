import type { Figure } from "./chart.ts";
import { Drawing, mountFigure } from "./draw.ts";
import { layOut } from "./layout.ts";
import { DARK_CSS, FONT, GRID, INK, PAPER } from "./style.ts";

/** Widths in CSS pixels for which a page has a layout, ascending: it shows the widest that fits the window. */
const WIDTHS = [320, 360, 390, 430, 480, 560, 640, 800, 1000];

/** What differs between pages. */
interface PageParts {
  /** Markup. */
  readonly title: string;
  /** What the page may run besides its styles, as directives of its Content-Security-Policy. */
  readonly allowed?: string;
  readonly css: string;
  readonly body: string;
}

/** A page that loads nothing, neither files nor anything from the network, even if a text of it names something. */
export function htmlPage({ title, allowed = "", css, body }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${allowed}style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
html { color-scheme: light; }
${css}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A page that shows one figure and loads nothing. */
export function figurePage(figure: Figure, title: string): string {
  const views = WIDTHS.map((width) => layOut(figure, { width }));
  return htmlPage({
    title: escapeHtml(title),
    allowed: "script-src 'unsafe-inline'; ",
    css: `body { margin: 0 auto; max-width: ${WIDTHS.at(-1)}px; background: ${PAPER}; color: ${INK}; font: 14px/1.5 ${FONT}; }
${FIGURE_CSS}
.more { padding: 0 12px; } .more button { font: inherit; } li { overflow-wrap: anywhere; }
@media print { .more { display: none; } }
${figure.style.hasDark ? DARK_CSS : ""}`,
    body: `<div id="figure"></div>
<div class="more">
<p>Drag to enlarge, double-click to show all. Click a name in the legend to hide or show its curves, double-click it to show them alone.
<button id="save" type="button">Save as SVG</button></p>
<details id="values"><summary>Values</summary><ul></ul></details>
</div>
<script>
${figureScript(figure, views, title)}
</script>`,
  });
}

/** The parts of a figure in a page besides its drawing: the chosen part, and the text at the pointer. */
const FIGURE_CSS = `.figure-picture { user-select: none; } .figure-picture svg { display: block; }
.figure-frame { position: absolute; background: #0072b222; border: 1px solid #0072b2; pointer-events: none; }
.figure-tip { position: absolute; max-width: 24em; padding: 4px 8px; border: 1px solid ${GRID}; background: Canvas; color: CanvasText; font-size: 13px; pointer-events: none; }`;

/** Draws the figure, by the texts of the functions that draw here. Some loaders of TypeScript leave calls of `__name` in them. */
const figureScript = (figure: Figure, views: readonly object[], title: string) =>
  scriptText(`{
const __name = (named) => named;
const Drawing = ${Drawing};
const mountFigure = ${mountFigure};
const figure = ${literal(figure)};
const views = ${literal(views)};
const layoutFor = (_, width) => views.findLast((view) => view.width <= width) ?? views[0];
const save = { button: document.getElementById("save"), file: ${literal(`${fileName(title)}.svg`)} };
mountFigure(document.getElementById("figure"), layoutFor, Drawing, save).draw(figure);
document.getElementById("values").addEventListener("toggle", ({ target }) => {
  const texts = figure.panels.flatMap(({ curves }) => curves.flatMap(({ texts = [] }) => texts));
  target.querySelector("ul").innerHTML = texts.map((text) => "<li>" + text.replaceAll("<br>", ", ") + "</li>").join("");
}, { once: true });
}`);

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80) || "figure";
}

/** A figure's size in CSS pixels. */
export interface FigureSize {
  readonly width: number;
  readonly height: number;
}

/** A script element ends at the first `</script` in its text; in a string, `<\\/` means `</`. */
function scriptText(source: string): string {
  return source.replace(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\x21--");
}

/** A value as a literal inside a script element. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Text as it stands in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
