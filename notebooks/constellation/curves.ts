import type { PointRow } from "../../src/index.ts";
import { packagedCode } from "../shared/codes.ts";
import { h } from "../shared/dom.ts";
import { COLOURS, mountPlot, type PlotFigure, rateAxis } from "../shared/plot.ts";
import type { CurveAnswer, CurveRequest } from "./protocol.ts";

interface Curve extends Omit<CurveRequest, "code"> {
  readonly code: string;
  readonly name: string;
}

/** Eb/N0 in dB. */
const POINTS = [5, 6, 6.5, 7, 7.5, 8] as const;
const CHANNEL = `awgn ebn0=${POINTS.join()} modulation=64qam`;

/** The first curve has metrics of points, the second one metrics of bits. */
const CURVES: readonly Curve[] = [
  {
    name: "GF(64), metrics of points",
    code: "beidou-88-44-gf64",
    decoder: "min-max iterations=20",
    channel: CHANNEL,
  },
  {
    name: "binary, LLRs of bits",
    code: "wimax-576-288",
    decoder: "sum-product schedule=layered iterations=20",
    channel: `${CHANNEL} demapper=log-map`,
  },
];

/** Mounts both curves, which are simulated one after the other. */
export function mountCurves(element: HTMLElement): void {
  const status = h("p", { class: "status", role: "status" });
  const figure = h("div");
  const plot = mountPlot(figure);
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "curves" });
  const rows: (readonly PointRow[])[] = CURVES.map(() => []);
  let current = 0;
  element.append(status, figure);
  element.dataset.state = "running";
  worker.addEventListener("message", ({ data }: MessageEvent<CurveAnswer>) => show(data));
  worker.addEventListener("error", ({ message }) => show({ failed: message || "the worker did not start" }));
  void plot.draw(figureOf(rows));
  void start();

  async function start(): Promise<void> {
    const { name, code, ...rest } = CURVES[current];
    status.textContent = `Simulating ${name}: ${code} …`;
    worker.postMessage({ ...rest, code: await packagedCode(code) } satisfies CurveRequest);
  }

  function show(answer: CurveAnswer): void {
    if ("failed" in answer) {
      status.textContent = answer.failed;
      status.classList.add("failed");
      element.dataset.state = "failed";
      return;
    }
    rows[current] = answer.rows;
    const { name } = CURVES[current];
    status.textContent = `Simulating ${name}: ${answer.rows.length} of ${POINTS.length} points …`;
    void plot.draw(figureOf(rows));
    if (!answer.done) return;
    current++;
    if (current < CURVES.length) void start();
    else {
      worker.terminate();
      status.textContent =
        "FER with 95 % intervals, 60 errors or 4,000 frames for each point. Points without an error are not drawn.";
      element.dataset.state = "done";
    }
  }
}

function figureOf(all: readonly (readonly PointRow[])[]): PlotFigure {
  const data = all.map((rows, i) => {
    const seen = rows.filter(({ fer }) => fer > 0);
    return {
      type: "scatter",
      mode: "lines+markers",
      name: CURVES[i].name,
      x: seen.map(({ point }) => point),
      y: seen.map(({ fer }) => fer),
      line: { color: COLOURS[i], width: 2 },
      marker: { color: COLOURS[i], size: 8 },
      error_y: {
        type: "data",
        symmetric: false,
        color: COLOURS[i],
        thickness: 1.2,
        width: 4,
        array: seen.map(({ fer, fer_high }) => fer_high - fer),
        arrayminus: seen.map(({ fer, fer_low }) => fer - fer_low),
      },
    };
  });
  const [first, last] = [POINTS[0], POINTS[POINTS.length - 1]];
  return {
    data,
    layout: {
      xaxis: { title: { text: "<i>E</i><sub>b</sub>/<i>N</i><sub>0</sub> in dB" }, range: [first - 0.2, last + 0.2] },
      yaxis: rateAxis("FER", 1e-4),
    },
  };
}
