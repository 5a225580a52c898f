import { formatQuantity } from "../../src/index.ts";
import { COLOURS, mountPlot, type PlotFigure } from "../shared/plot.ts";
import { type Measured, measured } from "./data.ts";
import { type KernelTimes, kernelTimes } from "./kernel-times.ts";

export { measuredCodes } from "./data.ts";

/** Mounts throughput by frames in flight of a code's decoders. */
export function mountSweep(element: HTMLElement, { code = "nb620-gf32" } = {}): void {
  void mountPlot(element).draw(sweepFigure(measured.filter((one) => one.code === code)));
  element.dataset.state = "done";
}

/** Mounts each decoder alone beside the limit that binds it. */
export function mountLimits(element: HTMLElement): void {
  void mountPlot(element).draw(limitFigure(measured));
}

/** Mounts the time of each kernel of the binary decoders. */
export function mountKernelTimes(element: HTMLElement): void {
  void mountPlot(element).draw(kernelFigure());
}

function sweepFigure(runs: readonly Measured[]): PlotFigure {
  const data = runs.map(({ decoder, sweep }, i) => ({
    type: "scatter",
    mode: "lines+markers",
    name: decoder,
    x: sweep.map(({ frames }) => frames),
    y: sweep.map(({ bitsPerSecond }) => bitsPerSecond / 1e6),
    text: sweep.map(
      ({ frames, bitsPerSecond }) => `${decoder}<br>${frames} frames: ${formatQuantity(bitsPerSecond, "bit/s")}`,
    ),
    hovertemplate: "%{text}<extra></extra>",
    line: { color: COLOURS[i % COLOURS.length], dash: i < COLOURS.length ? "solid" : "dash" },
  }));
  const layout = {
    xaxis: { title: { text: "frames in flight" }, type: "log", dtick: 1 },
    yaxis: { title: { text: "coded Mbit/s, 10 iterations" }, type: "log", dtick: 1 },
    legend: { orientation: "v", y: -0.2, yanchor: "top" },
  };
  return { data, layout, height: 440 + 22 * data.length };
}

function limitFigure(runs: readonly Measured[]): PlotFigure {
  const known = runs.filter((run): run is Required<Measured> => run.alone !== undefined).reverse();
  const names = known.map(({ code, decoder }) => `${code}<br>${decoder.replaceAll(" ", "<br>")}`);
  const bar = (name: string, values: readonly number[], texts: readonly string[], colour: string) => ({
    type: "bar",
    orientation: "h",
    name,
    y: names,
    x: values,
    text: texts,
    textposition: "auto",
    hoverinfo: "skip",
    marker: { color: colour },
  });
  const data = [
    bar(
      "limit of the device",
      known.map(({ alone }) => alone.limit / 1e6),
      known.map(({ alone }) => `by ${alone.by}`),
      "#9aa5b1",
    ),
    bar(
      "the decoder alone",
      known.map(({ alone }) => alone.bitsPerSecond / 1e6),
      known.map(({ alone }) => `${Math.round((100 * alone.bitsPerSecond) / alone.limit)} %`),
      COLOURS[0],
    ),
  ];
  const layout = {
    barmode: "group",
    xaxis: { title: { text: "coded Mbit/s, 10 iterations" }, type: "log", dtick: 1 },
    yaxis: { tickfont: { size: 11 } },
    legend: { traceorder: "reversed" },
  };
  return { data, layout, height: 120 + 62 * known.length };
}

function kernelFigure(): PlotFigure {
  const groups = [...new Set(kernelTimes.flatMap(({ microseconds }) => Object.keys(microseconds)))];
  const runs = [...kernelTimes].reverse();
  const total = ({ microseconds }: KernelTimes) => Object.values(microseconds).reduce((sum, time) => sum + time, 0);
  const data = groups.map((group, i) => ({
    type: "bar",
    orientation: "h",
    name: group,
    y: runs.map((run) => `${run.name}<br>${formatQuantity(total(run) * 1e-6, "s")} per frame`),
    x: runs.map((run) => (100 * (run.microseconds[group] ?? 0)) / total(run)),
    text: runs.map(
      ({ microseconds }) => `${group}: ${formatQuantity((microseconds[group] ?? 0) * 1e-6, "s")} per frame`,
    ),
    textposition: "none",
    hovertemplate: "%{text}<extra></extra>",
    marker: { color: COLOURS[i % COLOURS.length] },
  }));
  const layout = { barmode: "stack", xaxis: { title: { text: "% of the time" } }, yaxis: { tickfont: { size: 11 } } };
  return { data, layout, height: 160 + 62 * runs.length };
}
