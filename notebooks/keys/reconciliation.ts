import table from "../../codes/reconciliation.json" with { type: "json" };
import { formatCount, formatNumber } from "../../src/index.ts";
import {
  type CodeCandidate,
  chooseCode,
  eveIgnorance,
  idealKeyFraction,
  reconciliationEfficiency,
  secretKeyBits,
  secretKeyFraction,
} from "../../src/reconciliation.ts";
import { h, labelled } from "../shared/dom.ts";
import { COLOURS, mountPlot, type PlotFigure } from "../shared/plot.ts";

const candidates = table.candidates as readonly CodeCandidate[];
const HIGHEST = Math.max(...candidates.map(({ highestQber }) => highestQber));
/** Bits of a block's verification hash. */
const HASH_BITS = 64;
/** QBER in steps of a hundredth of a percent. */
const QBERS = Array.from({ length: Math.floor(HIGHEST * 1e4) }, (_, i) => (i + 1) / 1e4);

/** Mounts the choice of a code by the QBER: efficiency, key fraction, and leakage of a block. */
export function mountReconciliation(element: HTMLElement, { qber = 0.03 } = {}): void {
  const slider = h("input", { type: "range", min: 0.005, max: HIGHEST, step: 0.0005, value: qber, oninput: draw });
  const label = labelled("QBER", slider);
  const [efficiency, fraction, block] = [h("div"), h("div"), h("div")];
  const status = h("p", { class: "status" });
  const [efficiencyPlot, fractionPlot, blockPlot] = [efficiency, fraction, block].map(mountPlot);
  element.append(
    h("div", { class: "controls" }, label),
    status,
    h("h2", {}, "Efficiency"),
    efficiency,
    h("h2", {}, "Secret fraction"),
    fraction,
    h("h2", {}, "Where the bits of a block go"),
    block,
  );
  draw();
  element.dataset.state = "done";

  function draw(): void {
    const chosen = Number(slider.value);
    const code = chooseCode(candidates, chosen);
    label.firstElementChild!.textContent = `QBER ${formatNumber(100 * chosen)} %`;
    const leaked = code.checks + HASH_BITS;
    status.textContent =
      `At ${formatNumber(100 * chosen)} % the family chooses ${code.code}: a block of ${formatCount(code.n)} bits leaks ${formatCount(code.checks)} bits of ` +
      `syndrome and ${HASH_BITS} bits of hash, ${formatNumber(reconciliationEfficiency(leaked, code.n, chosen))} times what any code must leak.`;
    void efficiencyPlot.draw(efficiencyFigure(chosen));
    void fractionPlot.draw(fractionFigure(chosen));
    void blockPlot.draw(blockFigure(code, chosen));
  }
}

function efficiencyOf(qber: number): number {
  const { checks, n } = chooseCode(candidates, qber);
  return reconciliationEfficiency(checks, n, qber);
}

function efficiencyFigure(chosen: number): PlotFigure {
  const data = [
    {
      type: "scatter",
      mode: "lines",
      name: "the code that is chosen",
      line: { color: COLOURS[0], width: 2 },
      x: QBERS.map((qber) => 100 * qber),
      y: QBERS.map(efficiencyOf),
      hovertemplate: "QBER %{x:.2f} %: f = %{y:.3f}<extra></extra>",
    },
    {
      type: "scatter",
      mode: "markers",
      name: "each code at its highest QBER",
      marker: { color: COLOURS[1], size: 9, symbol: "diamond" },
      x: candidates.map(({ highestQber }) => 100 * highestQber),
      y: candidates.map(({ checks, n, highestQber }) => reconciliationEfficiency(checks, n, highestQber)),
      text: candidates.map(({ code }) => code),
      hovertemplate: "%{text}<br>QBER %{x:.2f} %: f = %{y:.3f}<extra></extra>",
    },
  ];
  const layout = {
    shapes: [marker(chosen)],
    xaxis: { title: { text: "QBER (%)" }, range: [0, 100 * HIGHEST + 0.3] },
    yaxis: { title: { text: "efficiency f (1 is perfect)" }, range: [1, 2] },
  };
  return { data, layout, height: 380 };
}

function fractionFigure(chosen: number): PlotFigure {
  const line = (name: string, colour: string, dash: string, of: (qber: number) => number) => ({
    type: "scatter",
    mode: "lines",
    name,
    line: { color: colour, width: 2, dash },
    x: QBERS.map((qber) => 100 * qber),
    y: QBERS.map((qber) => Math.max(0, of(qber))),
    hovertemplate: "QBER %{x:.2f} %: %{y:.3f}<extra></extra>",
  });
  const data = [
    line("with the code that is chosen", COLOURS[0], "solid", (qber) => {
      const { checks, n } = chooseCode(candidates, qber);
      return secretKeyFraction(qber, checks / n);
    }),
    line("perfect error correction", "#888888", "dash", idealKeyFraction),
  ];
  const layout = {
    shapes: [marker(chosen)],
    xaxis: { title: { text: "QBER (%)" }, range: [0, 100 * HIGHEST + 0.3] },
    yaxis: { title: { text: "secret bits per sifted bit" }, range: [0, 1] },
  };
  return { data, layout, height: 380 };
}

function marker(qber: number): object {
  return {
    type: "line",
    x0: 100 * qber,
    x1: 100 * qber,
    yref: "paper",
    y0: 0,
    y1: 1,
    line: { color: COLOURS[4], width: 2 },
  };
}

function blockFigure({ n, checks }: CodeCandidate, qber: number): PlotFigure {
  const secret = Math.max(
    0,
    secretKeyBits({ siftedBits: n, ignorance: eveIgnorance(qber), leakage: checks / n, fixedBits: HASH_BITS }),
  );
  const syndrome = Math.min(checks, n - secret);
  const parts: readonly (readonly [string, number, string])[] = [
    ["secret key", secret, COLOURS[2]],
    ["syndrome, told to all", syndrome, COLOURS[1]],
    ["hash, told to all", Math.min(HASH_BITS, n - secret - syndrome), COLOURS[4]],
    ["what Eve may know by the QBER", Math.max(0, n - secret - syndrome - HASH_BITS), "#888888"],
  ];
  const data = parts.map(([name, bits, colour]) => ({
    type: "bar",
    orientation: "h",
    name,
    x: [bits],
    y: ["a block"],
    marker: { color: colour },
    text: [`${formatNumber((100 * bits) / n)} %`],
    textposition: "inside",
    insidetextanchor: "middle",
    hovertemplate: `${name}: %{x:,.0f} bits<extra></extra>`,
  }));
  const layout = {
    barmode: "stack",
    xaxis: { title: { text: "bits" }, range: [0, n] },
    yaxis: { showticklabels: false },
    margin: { l: 16 },
  };
  return { data, layout, height: 260 };
}
