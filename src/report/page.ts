import type { Figure } from "./figure.ts";
import { fitFigure } from "./fit.ts";
import { FONT, INK, PAPER } from "./style.ts";

/** Widths in CSS pixels for which a page has a layout, ascending: it shows the widest that fits the window. */
const WIDTHS = [320, 400, 480, 560, 640, 800, 1000];

/** A layout with the names of the traces, wrapped for a width. */
interface View {
  readonly width: number;
  readonly height: number;
  readonly names: readonly unknown[];
  readonly layout: object;
}

function views(figure: Figure): View[] {
  return WIDTHS.map((width) => {
    const { data, layout, height } = fitFigure(figure, { width });
    return { width, height, names: data.map(({ name }) => name), layout: { ...layout, height } };
  });
}

/** The script that draws a figure into an element, and again for another layout when the window changes. */
export function figureScript(figure: Figure, element: string, file: string): string {
  return `{
const data = ${literal(figure.data)};
const views = ${literal(views(figure))};
let shown;
const draw = () => {
  const width = document.getElementById(${literal(element)}).clientWidth;
  const view = views.findLast((one) => one.width <= width) ?? views[0];
  if (view === shown) return;
  shown = view;
  const named = data.map((trace, i) => ({ ...trace, name: view.names[i] }));
  Plotly.react(${literal(element)}, named, view.layout, {
    responsive: true,
    displaylogo: false,
    modeBarButtonsToRemove: ["sendChartToCloud", "select2d", "lasso2d"],
    toImageButtonOptions: { format: "svg", filename: ${literal(file)} },
  });
};
draw();
addEventListener("resize", draw);
}`;
}

/**
 * A page that shows one figure and loads nothing, neither files nor anything from the network.
 * @param plotly source text of plotly.js, put into the page.
 */
export function figurePage(figure: Figure, title: string, plotly: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  html { color-scheme: light; }
  body { margin: 0; background: ${PAPER}; color: ${INK}; font-family: ${FONT}; }
  #figure { max-width: 1000px; margin: 0 auto; }
</style>
</head>
<body>
<div id="figure"></div>
<script>${scriptText(plotly)}</script>
<script>
${figureScript(figure, "figure", title)}
</script>
</body>
</html>
`;
}

/** The page sends no network requests, even if plotly.js or a label contains one. */
export const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:";

/** A figure's size in CSS pixels. */
export interface FigureSize {
  readonly width: number;
  readonly height: number;
}

/** A script element ends at the first `</script` in its text; in a string, `<\\/` means `</`. */
export function scriptText(source: string): string {
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
