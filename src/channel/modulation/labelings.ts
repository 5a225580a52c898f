import { InputError } from "../../errors.ts";
import type { Modulation, Pam } from "./modulation.ts";

/**
 * Rules that label the points of a modulation. `gray`: neighbours differ in one bit. `natural`: labels count along each axis or around the
 * circle. `set-partition`: each bit, from the least significant on, halves a set of points into sets of larger distance (G. Ungerboeck,
 * IEEE Trans. Inf. Theory 28(1), 1982). `5g`: points of 3GPP TS 38.211, 5.1.3 to 5.1.6, which take coded bits in the order b(0), b(1), …
 */
export const LABELINGS = ["gray", "natural", "set-partition", "5g"] as const;
/** For errors: the modulations that have `5g` labels. */
export const SENT_BY_5G = "5G sends qpsk, 16qam, 64qam and 256qam";
export type Labeling = (typeof LABELINGS)[number];

/** A modulation with other labels of the same points. @param modulation with Gray labels, as in the table. */
export function relabelled(modulation: Modulation, labeling: Labeling): Modulation {
  const { shape } = modulation;
  if (labeling === "gray") return modulation;
  if (labeling === "5g") return standardSquare(modulation);
  if (shape.axes === "chips") {
    throw new InputError(`${modulation.name} has one labelling, by cyclic shifts: leave --labeling ${labeling} out`);
  }
  if (shape.axes === "joint") {
    // Counting around a circle halves it into circles of every second point.
    const points = shape.points.map((_, position) => shape.points[labelAt(position)]);
    return { ...modulation, shape: { ...shape, points } };
  }
  const amplitudes = shape.amplitudes.map((_, position) => shape.amplitudes[labelAt(position)]);
  if (labeling === "natural" || shape.axes === 1) return { ...modulation, shape: { ...shape, amplitudes } };
  return { ...modulation, shape: { axes: "joint", points: partitionedSquare(amplitudes) } };
}

/**
 * Square QAM of TS 38.211, with labels of axes: the bits that choose the size of an amplitude are the inverse of Gray's, so that zeros stand near
 * the middle. `standardBits` says which coded bits they are.
 */
function standardSquare(modulation: Modulation): Modulation {
  const { name, shape } = modulation;
  if (shape.axes !== 2) {
    throw new InputError(`${SENT_BY_5G}, and not ${name}: leave --labeling 5g out`);
  }
  const sizeBits = shape.amplitudes.length / 2 - 1;
  return {
    ...modulation,
    shape: { ...shape, amplitudes: shape.amplitudes.map((_, label) => shape.amplitudes[label ^ sizeBits]) },
  };
}

/**
 * The bit b(i) of a point in TS 38.211, 5.1, that is each bit of a label of axes, least significant first. Such labels have the bits of the in-phase
 * axis first, whose highest bit is the sign; the standard gives bits to the axes by turns, the signs first. Labels without two axes have the
 * standard's order.
 */
export function standardBits(pointBits: number): readonly number[] {
  const half = pointBits / 2;
  const bits = Array.from({ length: pointBits }, (_, bit) => bit);
  return Number.isInteger(half) ? bits.map((bit) => 2 * (half - 1 - (bit % half)) + Math.floor(bit / half)) : bits;
}

/** Gray label at a position. */
function labelAt(position: number): number {
  return position ^ (position >> 1);
}

/**
 * The points of a square by labels of set partitioning. The first bit of each pair of bits divides a square grid, like
 * the colours of a chessboard, into two grids turned by 45°. The second bit divides each of them into square grids of
 * twice the distance.
 * @param amplitudes of an axis by position.
 */
function partitionedSquare(amplitudes: Pam["amplitudes"]): [number, number][] {
  return Array.from({ length: amplitudes.length ** 2 }, (_, label) => {
    let [row, column] = [0, 0];
    for (let level = 0; 4 ** level < amplitudes.length ** 2; level++) {
      const color = (label >> (2 * level)) & 1;
      const half = (label >> (2 * level + 1)) & 1;
      column |= half << level;
      row |= (color ^ half) << level;
    }
    return [amplitudes[row], amplitudes[column]];
  });
}
