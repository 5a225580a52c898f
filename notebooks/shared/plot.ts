/** A figure in Plotly's terms, with its height if it is not the default. */
export interface PlotFigure {
  readonly data: readonly object[];
  readonly layout: Readonly<Record<string, unknown>>;
  /** Height in CSS pixels. */
  readonly height?: number;
}

/** The figure of an element. */
export interface Plot {
  /** Draws a figure, which replaces the previous one. */
  draw(figure: PlotFigure): Promise<void>;
  dispose(): void;
}

/** Okabe and Ito's palette (2008), which colour-blind readers can distinguish on light and dark paper. */
export const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"] as const;

/** Further colours, for more curves than the palette has: legible on light and dark paper, too, but less distinct. */
export const MORE_COLOURS = ["#7f4fc9", "#999933", "#a0522d"] as const;

const HEIGHT = 460;
/** Below this width, in CSS pixels, texts are smaller and margins narrower. */
const NARROW = 560;

const plotly = () => import("plotly.js-basic-dist-min").then((module) => module.default);

/**
 * Mounts figures into an element, with the element's width and the colours of the page's light or dark theme. Plotly is loaded with the
 * first figure.
 */
export function mountPlot(element: HTMLElement): Plot {
  let last: PlotFigure | undefined;
  let width = 0;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const redraw = () => void (last && draw(last));
  const observer = new ResizeObserver(() => {
    if (element.clientWidth !== width) redraw();
  });
  element.classList.add("plot");

  async function draw(figure: PlotFigure): Promise<void> {
    last = figure;
    element.style.minHeight = `${figure.height ?? HEIGHT}px`;
    const Plotly = await plotly();
    // Another call draws the later figure.
    if (last !== figure) return;
    width = element.clientWidth;
    const layout = themedLayout(figure, element);
    await Plotly.react(element, figure.data, layout, { displayModeBar: false });
  }

  dark.addEventListener("change", redraw);
  observer.observe(element);
  return {
    draw,
    dispose() {
      last = undefined;
      dark.removeEventListener("change", redraw);
      observer.disconnect();
      void plotly().then((Plotly) => Plotly.purge(element));
    },
  };
}

function themedLayout({ layout, height = HEIGHT }: PlotFigure, element: HTMLElement): object {
  const style = getComputedStyle(element);
  const ink = style.color;
  const narrow = element.clientWidth < NARROW;
  const axis = {
    gridcolor: style.getPropertyValue("--plot-grid").trim(),
    zeroline: false,
    showline: true,
    linecolor: ink,
    ticks: "outside",
    tickcolor: ink,
    automargin: true,
  };
  const { xaxis, yaxis, legend, margin, ...rest } = layout as Record<string, object>;
  return {
    font: { family: "Inter Variable, system-ui, sans-serif", size: narrow ? 12 : 14, color: ink },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    hoverlabel: { bgcolor: style.colorScheme.includes("dark") ? "#222222" : "#ffffff", font: { color: ink } },
    width: element.clientWidth,
    height,
    ...rest,
    margin: { l: narrow ? 52 : 72, r: 16, t: 24, b: 56, ...margin },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", bgcolor: "rgba(0,0,0,0)", ...legend },
    xaxis: { ...axis, ...xaxis },
    yaxis: { ...axis, ...yaxis },
  };
}

/** A logarithmic axis of error rates down to the lowest, with a label at each power of ten. */
export function rateAxis(title: string, lowest: number): object {
  const decades = Math.max(1, Math.ceil(-Math.log10(lowest)));
  const exponents = Array.from({ length: decades + 1 }, (_, i) => i);
  return {
    title: { text: title },
    type: "log",
    range: [-decades - 0.1, 0.1],
    tickvals: exponents.map((exponent) => Number(`1e-${exponent}`)),
    ticktext: exponents.map((exponent) => (exponent === 0 ? "1" : `10<sup>−${exponent}</sup>`)),
  };
}
