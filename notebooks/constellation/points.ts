import { type PlaneModulation, philox } from "../../src/kernels.ts";

export type Point = readonly [inPhase: number, quadrature: number];

/** Points of a modulation by label. The first half of a label's bits belongs to the in-phase axis. */
export function pointsOf({ bits, shape }: PlaneModulation): readonly Point[] {
  if (shape.axes === "joint") return shape.points;
  const half = bits / shape.axes;
  return Array.from({ length: 2 ** bits }, (_, label) => [
    shape.amplitudes[label % 2 ** half],
    shape.axes === 1 ? 0 : shape.amplitudes[label >> half],
  ]);
}

/** Noise standard deviation on each axis, for points of mean energy 1. */
export function sigmaOfEsN0(esn0: number): number {
  return Math.sqrt(10 ** (-esn0 / 10) / 2);
}

/** Label of the nearest point. */
export function nearestLabel(points: readonly Point[], [x, y]: Point): number {
  let [least, nearest] = [Number.POSITIVE_INFINITY, 0];
  points.forEach(([a, b], label) => {
    const distance = (x - a) ** 2 + (y - b) ** 2;
    if (distance < least) [least, nearest] = [distance, label];
  });
  return nearest;
}

/** Received points of each label in turn, with noise that is the same for each call. */
export function receivedCloud(points: readonly Point[], sigma: number, count: number): Point[] {
  const words = new Uint32Array(4);
  return Array.from({ length: count }, (_, i): Point => {
    philox(i, 0, 0, 0, 1, 0, words);
    const radius = sigma * Math.sqrt(-2 * Math.log((words[0] + 1) / 2 ** 32));
    const angle = (2 * Math.PI * words[1]) / 2 ** 32;
    const [x, y] = points[i % points.length];
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}
