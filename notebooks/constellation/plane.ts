import { planeModulations } from "../../src/kernels.ts";
import { h, labelled } from "../shared/dom.ts";
import { metricsOf } from "./metrics.ts";
import { nearestLabel, type Point, pointsOf, receivedCloud, sigmaOfEsN0 } from "./points.ts";

/** Modulations with two axes. */
const NAMES = ["qpsk", "8psk", "16qam", "64qam"] as const;
/** Pixels on each side of the canvas, and of a square of a decision region. */
const [SIDE, SQUARE] = [720, 6];
/** Number of received points. */
const CLOUD = 800;

/** Mounts a constellation with decision regions, received points, and the metrics of the point that the reader chooses. */
export function mountPlane(
  element: HTMLElement,
  { modulation = "16qam" as (typeof NAMES)[number], esn0 = 12 } = {},
): void {
  const choice = h(
    "select",
    { onchange: () => draw() },
    ...NAMES.map((name) => h("option", { value: name, selected: name === modulation }, name)),
  );
  const noise = h("input", { type: "range", min: 0, max: 25, step: 0.5, value: esn0, oninput: () => draw() });
  const noiseLabel = labelled("", noise);
  const canvas = h("canvas", { width: SIDE, height: SIDE, onclick: choose, role: "img" });
  const metrics = h("div");
  let received: Point = [0.2, 0.45];
  element.append(
    h("div", { class: "controls" }, labelled("Modulation", choice), noiseLabel),
    h("div", { class: "constellation" }, canvas, metrics),
  );
  draw();
  element.dataset.state = "done";

  function choose(event: Event): void {
    const { offsetX, offsetY } = event as MouseEvent;
    received = [planeOf(offsetX / canvas.clientWidth), -planeOf(offsetY / canvas.clientHeight)];
    draw();
  }

  function draw(): void {
    const name = choice.value as (typeof NAMES)[number];
    const decibels = Number(noise.value);
    noiseLabel.firstElementChild!.textContent = `Es/N0 ${decibels} dB`;
    const points = pointsOf(planeModulations[name]);
    const nearest = nearestLabel(points, received);
    canvas.setAttribute(
      "aria-label",
      `${name} at Es/N0 ${decibels} dB: a point is received nearest to label ${nearest}`,
    );
    paint(canvas.getContext("2d")!, points, receivedCloud(points, sigmaOfEsN0(decibels), CLOUD), received);
    metrics.replaceChildren(metricsOf(name, decibels, received));
  }
}

/** Half the side of the drawn part of the plane. */
const REACH = 1.6;

function planeOf(share: number): number {
  return (2 * share - 1) * REACH;
}

function pixelOf(coordinate: number): number {
  return ((coordinate / REACH + 1) / 2) * SIDE;
}

function paint(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  cloud: readonly Point[],
  received: Point,
): void {
  for (let x = 0; x < SIDE; x += SQUARE) {
    for (let y = 0; y < SIDE; y += SQUARE) {
      const label = nearestLabel(points, [planeOf((x + SQUARE / 2) / SIDE), -planeOf((y + SQUARE / 2) / SIDE)]);
      context.fillStyle = `hsl(${(label * 137.5) % 360} 55% 82%)`;
      context.fillRect(x, y, SQUARE, SQUARE);
    }
  }
  const dot = ([x, y]: Point, radius: number, colour: string) => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(pixelOf(x), pixelOf(-y), radius, 0, 2 * Math.PI);
    context.fill();
  };
  for (const point of cloud) dot(point, 2, "rgb(70 70 70 / 45%)");
  context.font = "16px system-ui, sans-serif";
  points.forEach((point, label) => {
    dot(point, 5, "#111111");
    context.fillText(String(label), pixelOf(point[0]) + 7, pixelOf(-point[1]) - 7);
  });
  dot(received, 8, "#d55e00");
}
