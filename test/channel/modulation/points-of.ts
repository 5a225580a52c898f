import type { Modulation } from "../../../src/channel/modulation/modulated.ts";

/** Points of a modulation in the plane, by label. The first half of a label's bits belongs to the first axis. */
export function pointsOf({ bits, shape }: Modulation): readonly (readonly [number, number])[] {
  if (shape.axes === "chips") throw new Error("its points are not in the plane");
  if (shape.axes === "joint") return shape.points;
  const half = bits / shape.axes;
  return Array.from({ length: 2 ** bits }, (_, label) => [
    shape.amplitudes[label % 2 ** half],
    shape.axes === 1 ? 0 : shape.amplitudes[label >> half],
  ]);
}
