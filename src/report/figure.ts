import type { ChannelKind } from "../channel/channel-kind.ts";
import { type ChannelParameter, channels } from "../channel/channels.ts";
import { InputError } from "../errors.ts";
import { type FigureText, figureLayout, type Layout } from "./layout.ts";
import { type RunPoints, type Series, seriesOfRuns } from "./series.ts";
import { figureTraces, type Trace } from "./traces.ts";

/** What Plotly draws: `Plotly.newPlot(element, data, layout)`. Plain data, so that it can be stored and compared. */
export interface Figure {
  readonly data: readonly Trace[];
  readonly layout: Layout;
}

/**
 * FER and SER over the channel's parameter on a power-of-ten axis. A colour per run (greys for published curves), FER solid with filled
 * markers, SER dashed with open ones, what maximum likelihood would at least have dotted, 95 % intervals as error bars. A point without errors is a triangle at its upper
 * bound, off the line.
 * @throws InputError if the curves do not share an axis: the channel's parameter.
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
 * The figure of runs and published curves. What all runs share is said in title and subtitle, what they differ in tells
 * them apart in the legend.
 * @param title instead of what the runs share first, usually the code.
 * @throws InputError if the runs do not share an axis.
 */
export function figureOfRuns(runs: readonly RunPoints[], references: readonly Series[], title?: string): TitledFigure {
  const { series, common } = seriesOfRuns(runs);
  const [first = "Error rates", ...rest] = title === undefined ? common : [title, ...common];
  // Beside a published curve a run that stands alone needs a name too.
  const named = series.map((curve) =>
    curve.name === "" && references.length > 0 ? { ...curve, name: "this run" } : curve,
  );
  return { figure: ferFigure([...named, ...references], { title: first, subtitle: rest.join(", ") }), title: first };
}

/** Curves over different parameters say nothing beside each other, whatever numbers they have in common. */
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
