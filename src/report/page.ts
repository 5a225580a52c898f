import type { Figure } from "./figure.ts";
import { FONT, INK, PAPER } from "./style.ts";

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
  #figure { max-width: 1000px; height: min(100vh, 760px); min-height: 420px; margin: 0 auto; }
</style>
</head>
<body>
<div id="figure"></div>
<script>${scriptText(plotly)}</script>
<script>
const figure = ${literal(figure)};
Plotly.newPlot("figure", figure.data, figure.layout, {
  responsive: true,
  displaylogo: false,
  modeBarButtonsToRemove: ["sendChartToCloud", "select2d", "lasso2d"],
  toImageButtonOptions: { format: "svg", filename: ${literal(title)} },
});
</script>
</body>
</html>
`;
}

/** The page sends no network requests, even if plotly.js or a label contains one. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:";

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

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
