import "./style.css";
import { formatNumber } from "../../src/index.ts";
import { h, labelled, s, table } from "../shared/dom.ts";
import { COLOURS, mountPlot } from "../shared/plot.ts";
import type { Belief, ShotAnswer, ShotReport, ShotRequest } from "./protocol.ts";

const circuit = () => import("../../codes/circuits/bb144-uniform-z.stim?raw").then((module) => module.default);

/** Detectors of a round of the gross code. */
const ROUND = 72;

/** Mounts a shot of the gross code that the first leg of a relay leaves unexplained. */
export function mountShot(element: HTMLElement, { p = 0.004, which = 0, solutions = 5 } = {}): void {
  const rate = h("input", { type: "range", min: 0.003, max: 0.006, step: 0.0005, value: p, onchange: run });
  const number = h("input", { type: "number", min: 0, max: 20, value: which, onchange: run });
  const wanted = h("input", { type: "range", min: 1, max: 10, value: solutions, onchange: run });
  const labels = { rate: labelled("", rate), wanted: labelled("", wanted) };
  const status = h("p", { class: "status", role: "status" });
  const [detectors, beliefs, legs, unexplained] = [h("div"), h("div"), h("div"), h("div")];
  const plot = mountPlot(unexplained);
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "shot" });
  element.append(
    h(
      "div",
      { class: "controls" },
      labels.rate,
      labels.wanted,
      labelled("Shot that the first leg misses, number", number),
    ),
    status,
    detectors,
    unexplained,
    beliefs,
    legs,
  );
  worker.addEventListener("message", ({ data }: MessageEvent<ShotAnswer>) => show(data));
  worker.addEventListener("error", ({ message }) => show({ failed: message || "the worker did not start" }));
  element.dataset.state = "opening";
  void run();

  async function run(): Promise<void> {
    labels.rate.firstElementChild!.textContent = `Error rate ${rate.value}`;
    labels.wanted.firstElementChild!.textContent = `Corrections after which it ends: ${wanted.value}`;
    status.textContent = "Looking for a shot that the first leg leaves unexplained …";
    status.classList.remove("failed");
    const request: ShotRequest = {
      circuit: await circuit(),
      p: Number(rate.value),
      which: Number(number.value),
      solutions: Number(wanted.value),
    };
    worker.postMessage(request);
  }

  function show(message: ShotAnswer): void {
    element.dataset.state = "done";
    if ("failed" in message) {
      status.textContent = message.failed;
      status.classList.add("failed");
      for (const part of [detectors, beliefs, legs]) part.replaceChildren();
      return;
    }
    const { report } = message;
    status.textContent = shotText(report);
    detectors.replaceChildren(detectorView(report));
    beliefs.replaceChildren(beliefView(report));
    legs.replaceChildren(legTable(report));
    void plot.draw(unexplainedFigure(report));
  }
}

function shotText({ shot, occurred, lit, legs, best, weight }: ShotReport): string {
  const begin = `Shot ${shot}: ${occurred} mechanisms occurred (weight ${formatNumber(weight)}) and light ${lit.length} detectors.`;
  if (best === undefined) return `${begin} None of ${legs.length} legs explains them.`;
  const { weight: found, wrong } = legs[best];
  const end =
    wrong === 0 ? "it leaves no observable wrong" : `it leaves ${wrong} of 12 observables wrong: a logical error`;
  return `${begin} The lightest correction is that of leg ${best} (weight ${formatNumber(found)}); ${end}.`;
}

/** The detectors, a row for each round; those that are lit are filled. */
function detectorView({ detectors, lit }: ShotReport): HTMLElement {
  const [side, rounds] = [9, Math.ceil(detectors / ROUND)];
  const isLit = new Set(lit);
  const squares = Array.from({ length: detectors }, (_, d) => {
    const square = s("rect", {
      x: 62 + side * (d % ROUND),
      y: 18 + side * Math.floor(d / ROUND),
      width: side - 1,
      height: side - 1,
      class: isLit.has(d) ? "lit" : "dark",
    });
    square.append(s("title", {}, `D${d}`));
    return square;
  });
  const names = Array.from({ length: rounds }, (_, r) =>
    s("text", { x: 56, y: 26 + side * r, class: "round" }, r === 0 ? "round 0" : String(r)),
  );
  return h(
    "div",
    { class: "wide" },
    s(
      "svg",
      {
        viewBox: `0 0 ${66 + side * ROUND} ${22 + side * rounds}`,
        class: "shot",
        role: "img",
        "aria-label": "detectors",
      },
      s("text", { x: 62, y: 11 }, "Z checks"),
      ...names,
      ...squares,
    ),
  );
}

function unexplainedFigure({ unexplained, legs }: ShotReport): Parameters<ReturnType<typeof mountPlot>["draw"]>[0] {
  let first = 0;
  const data = legs.map(({ iterations, explains }, leg) => {
    const x = Array.from({ length: iterations }, (_, i) => first + i + 1);
    const y = unexplained.slice(first, first + iterations);
    first += iterations;
    const line = { color: COLOURS[leg % COLOURS.length], width: 1.5 };
    return { x, y, mode: "lines", line, name: `leg ${leg}${explains ? "" : " (explains nothing)"}`, showlegend: false };
  });
  return {
    data,
    layout: {
      xaxis: { title: { text: "iteration, legs one after the other" } },
      yaxis: { title: { text: "unexplained detectors" }, rangemode: "tozero" },
    },
    height: 260,
  };
}

/** The posterior of each shown mechanism after each iteration. */
function beliefView({ beliefs, legs, unexplained }: ShotReport): HTMLElement {
  const [row, left] = [12, 150];
  const width = 640;
  const step = width / unexplained.length;
  const canvas = h("canvas", { width: unexplained.length, height: beliefs.length });
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(unexplained.length, Math.max(1, beliefs.length));
  for (const [y, { posteriors }] of beliefs.entries()) {
    for (const [x, value] of posteriors.entries()) image.data.set(colourOf(value), 4 * (y * unexplained.length + x));
  }
  context.putImageData(image, 0, 0);
  const ends: number[] = [];
  for (const { iterations } of legs) ends.push((ends.at(-1) ?? 0) + iterations);
  const height = row * beliefs.length;
  return h(
    "div",
    { class: "wide" },
    s(
      "svg",
      { viewBox: `0 0 ${left + width} ${height + 6}`, class: "shot", role: "img", "aria-label": "beliefs" },
      s("image", {
        href: canvas.toDataURL(),
        x: left,
        y: 0,
        width,
        height,
        preserveAspectRatio: "none",
        style: "image-rendering: pixelated",
      }),
      ...beliefs.map((belief, i) => s("text", { x: left - 6, y: row * i + 9.5, class: "mechanism" }, nameOf(belief))),
      ...ends.map((end) => s("line", { x1: left + end * step, x2: left + end * step, y1: 0, y2: height })),
    ),
  );
}

function nameOf({ detectors, occurred, chosen }: Belief): string {
  const mark = occurred && chosen ? "✓" : occurred ? "missed" : "not there";
  const named = detectors.slice(0, 4).map((d) => `D${d}`);
  return `${named.join(" ")}${detectors.length > 4 ? " …" : ""} ${mark}`;
}

/** Orange where the mechanism is believed to have occurred, blue where not. */
function colourOf(posterior: number): readonly number[] {
  const strength = Math.min(1, Math.abs(posterior) / 12);
  const [r, g, b] = posterior < 0 ? [213, 94, 0] : [0, 114, 178];
  return [r, g, b, Math.round(255 * (0.08 + 0.92 * strength))];
}

function legTable({ legs, best }: ShotReport): HTMLElement {
  const shown = legs.flatMap((leg, i) => (leg.explains || i === 0 ? [{ ...leg, i }] : []));
  return table(
    ["leg", "iterations", "explains all detectors", "mechanisms", "weight", "wrong observables", ""],
    shown.map(({ i, iterations, explains, mechanisms, weight, wrong }) => [
      String(i),
      String(iterations),
      explains ? "yes" : "no",
      String(mechanisms),
      formatNumber(weight),
      String(wrong),
      i === best ? "taken" : "",
    ]),
  );
}
