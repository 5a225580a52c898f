import recorded from "../../experiments/results/cvqkd-fer-h100.json" with { type: "json" };
import { formatNumber } from "../../src/index.ts";
import {
  codingEfficiency,
  cvSecretKey,
  type DetectorTrust,
  fibreTransmittance,
  linkAtSnr,
} from "../../src/reconciliation.ts";
import { h, labelled } from "../shared/dom.ts";
import { COLOURS, mountPlot, type PlotFigure } from "../shared/plot.ts";

/** A code at its SNR with its measured FER. */
interface UsedCode {
  readonly name: string;
  readonly rate: number;
  readonly snr: number;
  readonly failureRate: number;
}

/** One entry for each code and SNR: the first decoder of the file, sum-product in f32. */
const codes: readonly UsedCode[] = [
  ...new Map(recorded.measurements.map((one) => [`${one.code} ${one.snr}`, one] as const).reverse()).values(),
]
  .reverse()
  .map(({ code, snr, bits, keyBits, frames, frameErrors }) => ({
    name: code,
    rate: keyBits / bits,
    snr,
    failureRate: frameErrors / frames,
  }))
  .filter(({ failureRate }) => failureRate < 1);

const KILOMETRES = Array.from({ length: 301 }, (_, i) => i / 2);
/** Smallest key rate that is drawn, in bits per pulse. */
const LEAST = 1e-5;

/** Mounts the key rate of continuous-variable QKD over distance, with the FER of recorded runs. */
export function mountCvKey(element: HTMLElement): void {
  const excess = slider(0, 0.03, 0.0005, 0.005);
  const efficiency = slider(0.4, 1, 0.001, 0.606);
  const electronic = slider(0, 0.1, 0.001, 0.041);
  const detector = h(
    "select",
    { onchange: draw },
    h("option", { value: "trusted" }, "trusted: Eve has no part in its losses"),
    h("option", { value: "untrusted" }, "untrusted"),
  );
  const labels = {
    excess: labelled("", excess),
    efficiency: labelled("", efficiency),
    electronic: labelled("", electronic),
  };
  const figure = h("div");
  const plot = mountPlot(figure);
  element.append(
    h(
      "div",
      { class: "controls" },
      labels.excess,
      labels.efficiency,
      labels.electronic,
      labelled("Detector", detector),
    ),
    figure,
  );
  draw();
  element.dataset.state = "done";

  function slider(min: number, max: number, step: number, value: number): HTMLInputElement {
    return h("input", { type: "range", min, max, step, value, oninput: draw });
  }

  function draw(): void {
    labels.excess.firstElementChild!.textContent =
      `Excess noise ε = ${formatNumber(Number(excess.value))} shot-noise units`;
    labels.efficiency.firstElementChild!.textContent =
      `Detector efficiency η = ${formatNumber(Number(efficiency.value))}`;
    labels.electronic.firstElementChild!.textContent =
      `Electronic noise v = ${formatNumber(Number(electronic.value))} shot-noise units`;
    const system = {
      excessNoise: Number(excess.value),
      detectorEfficiency: Number(efficiency.value),
      electronicNoise: Number(electronic.value),
      detector: detector.value as DetectorTrust,
    };
    void plot.draw(keyFigure(system));
  }
}

interface System {
  readonly excessNoise: number;
  readonly detectorEfficiency: number;
  readonly electronicNoise: number;
  readonly detector: DetectorTrust;
}

function keyFigure({ detector, ...receiver }: System): PlotFigure {
  const data = codes.map(({ rate, snr, failureRate }, i) => {
    const efficiency = codingEfficiency(rate, snr);
    const keys = KILOMETRES.map((km) => {
      const link = linkAtSnr({ ...receiver, transmittance: fibreTransmittance(km) }, snr);
      return cvSecretKey(link, { efficiency, failureRate, detector });
    });
    const drawn = keys.map((key) => (key >= LEAST ? key : null));
    return {
      type: "scatter",
      mode: "lines",
      x: KILOMETRES,
      y: drawn,
      line: { color: COLOURS[i % COLOURS.length], width: 2, dash: i < COLOURS.length ? "solid" : "dash" },
      name: `rate ${formatNumber(rate)} at SNR ${snr}: β ${formatNumber(100 * efficiency)} %, FER ${formatNumber(failureRate)}`,
      hovertemplate: "%{x} km: %{y:.2e} bits of a pulse<extra></extra>",
    };
  });
  const layout = {
    xaxis: { title: { text: "distance in km (0.2 dB/km)" }, range: [0, KILOMETRES.at(-1)] },
    yaxis: {
      title: { text: "secret bits of a pulse" },
      type: "log",
      dtick: 1,
      exponentformat: "power",
      range: [Math.log10(LEAST), 0],
    },
    legend: { orientation: "v", y: -0.2, yanchor: "top" },
  };
  return { data, layout, height: 470 + 22 * codes.length };
}
