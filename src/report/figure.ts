import type { ChannelKind } from "../channel/channel-kind.ts";
import { type ChannelParameter, channels } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import { type FigureText, figureLayout, type Layout } from "./layout.ts";
import { type RunPoints, type Series, seriesOfRuns } from "./series.ts";
import { figureTraces, type Trace } from "./traces.ts";

/**
 * The input of Plotly: `Plotly.newPlot(element, data, layout)`. It is plain data, so that it can be stored and
 * compared.
 */
export interface Figure {
  readonly data: readonly Trace[];
  readonly layout: Layout;
}

/**
 * FER and SER over the channel's parameter on a power-of-ten axis. Each run has a colour (published curves have greys).
 * FER is solid with filled markers, SER dashed with open markers, and the lower bound of maximum-likelihood decoding
 * dotted; error bars are 95 % intervals. A point without errors is a triangle at its upper bound, off the line.
 * @throws InputError if the curves do not share the channel's parameter, the axis.
 */
export function ferFigure(series: readonly Series[], text: FigureText): Figure {
  checkAxis(series);
  const data = figureTraces(series);
  return { data, layout: figureLayout(series, data, text) };
}

/** A figure with its title as plain text. */
export interface TitledFigure {
  readonly figure: Figure;
  readonly title: string;
}

/**
 * The figure of runs and published curves. Properties common to all runs stand in title and subtitle; properties that
 * differ identify the runs in the legend.
 * @param title replaces the first common property, usually the code.
 * @throws InputError if the runs do not share an axis.
 */
export function figureOfRuns(runs: readonly RunPoints[], references: readonly Series[], title?: string): TitledFigure {
  const { series, common } = seriesOfRuns(runs);
  const [first = "Error rates", ...rest] = title === undefined ? common : [title, ...common];
  // Beside a published curve a single run needs a name too.
  const named = series.map((curve) =>
    curve.name === "" && references.length > 0 ? { ...curve, name: "this run" } : curve,
  );
  return { figure: ferFigure([...named, ...references], { title: first, subtitle: rest.join(", ") }), title: first };
}

/** Curves over different parameters cannot be compared, even where their numbers agree. */
function checkAxis(series: readonly Series[]): void {
  const [first, other] = new Set(series.map(({ parameter }) => parameter));
  if (other === undefined) return;
  const named = (wanted: ChannelParameter) => {
    const { label, unit }: ChannelKind = channels[wanted];
    const name = series.find(({ parameter }) => parameter === wanted)?.name;
    return `${name || "one"} is over ${label}${unit === undefined ? "" : ` in ${unit}`}`;
  };
  throw new InputError(`the curves do not share an axis: ${named(first)}, ${named(other)}; plot them apart`);
}
