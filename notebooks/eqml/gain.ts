import recorded from "../../experiments/results/eqml-figure-7-h200.json" with { type: "json" };
import { channels, clopperPearson, formatRate } from "../../src/index.ts";
import { COLOURS, mountPlot, rateAxis } from "../shared/plot.ts";

/** Mounts the recorded FER with and without reprocessing. */
export function mountGain(element: HTMLElement): void {
  const decoders = [...new Set(recorded.measurements.map(({ decoder }) => decoder))];
  const data = decoders.map((decoder, i) => {
    const points = recorded.measurements
      .filter((one) => one.decoder === decoder && one.frameErrors > 0)
      .sort((a, b) => a.ebn0 - b.ebn0);
    const rates = points.map(({ frameErrors, frames }) => clopperPearson(frameErrors, frames));
    const colour = COLOURS[i % COLOURS.length];
    return {
      type: "scatter",
      mode: "lines+markers",
      name: nameOf(decoder),
      x: points.map(({ ebn0 }) => ebn0),
      y: rates.map(({ value }) => value),
      text: points.map(
        ({ frameErrors, frames }, k) => `FER ${formatRate(rates[k].value)}<br>${frameErrors} of ${frames} frames wrong`,
      ),
      hovertemplate: "%{text}<extra></extra>",
      line: { color: colour, width: 2, dash: i < COLOURS.length ? "solid" : "dash" },
      error_y: {
        type: "data",
        symmetric: false,
        color: colour,
        thickness: 1,
        width: 3,
        array: rates.map(({ value, high }) => high - value),
        arrayminus: rates.map(({ value, low }) => value - low),
      },
    };
  });
  const lowest = Math.min(...data.flatMap(({ y }) => y));
  const layout = {
    xaxis: { title: { text: channels.ebn0.axis } },
    yaxis: rateAxis("FER", lowest),
    legend: { orientation: "v", y: -0.2, yanchor: "top" },
  };
  void mountPlot(element).draw({ data, layout, height: 470 + 22 * data.length });
  element.dataset.state = "done";
}

function nameOf(decoder: string): string {
  const word = (name: string) =>
    decoder
      .split(" ")
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const rule = word("reprocess");
  return rule === undefined
    ? `belief propagation, ${word("iterations")} iterations`
    : `${rule}, ${word("stages")} stages`;
}
