import { InputError } from "../../errors.ts";
import { bitsOfUse } from "./modulated.ts";
import type { Modulation } from "./modulations.ts";

/** The labelled points of one use of the channel, on the integer grid of the noise. */
export interface GridPoints {
  /** 1 if a use is a value on one axis, 2 if it is a point of the plane. */
  readonly dimensions: 1 | 2;
  /** Bits of a label. */
  readonly bits: number;
  /** [label][dimension], in grid steps. */
  readonly points: Int32Array;
  /** Length of a grid step, where the points of the modulation have mean energy 1. */
  readonly step: number;
}

/** Default number of grid steps per standard deviation of the noise: 4096 cells of noise cover ±8σ. */
const STEPS_PER_SIGMA = 256;
/** Minimum number of steps per standard deviation: cells of the noise are finer than a sixteenth of it. */
const FEWEST_STEPS = 16;
/** Minimum number of steps between two points. */
const FEWEST_BETWEEN = 16;
/**
 * Largest coordinate of a point. With at most 2048 cells of noise a received value is within ±16383, and squared
 * distances stay below 2^31.
 */
export const FARTHEST = 14_335;
/** Largest coordinate of a point before fading, whose gains are below 4. */
export const FARTHEST_FADING = 3583;

/**
 * The points for noise of a standard deviation σ on each axis. Amplitudes on axes are whole multiples of half their least distance, which
 * is a whole number of steps; coordinates of other points are rounded to steps, σ/256 at most.
 * @param reach largest coordinate of a point in steps.
 * @throws InputError for a σ at which the points are too near to each other, or too far from each other.
 */
export function onGrid(modulation: Modulation, sigma: number, reach = FARTHEST): GridPoints {
  const { shape, name } = modulation;
  const coordinates = shape.axes === "joint" ? shape.points.flat() : [...shape.amplitudes];
  const farthest = Math.max(...coordinates.map(Math.abs));
  const finest = Math.max(sigma / STEPS_PER_SIGMA, farthest / reach);
  const step = shape.axes === "joint" ? finest : unitStep(shape.amplitudes, finest, farthest, reach);
  const points = Int32Array.from(coordinates, (x) => Math.round(x / step));
  const dimensions = shape.axes === "joint" ? 2 : 1;
  if (!(sigma > 0) || step * FEWEST_STEPS > sigma) {
    throw new InputError(
      `${name} with noise of standard deviation ${sigma}: too little noise to sample; give fewer dB`,
    );
  }
  if (leastDistance(points, dimensions) < FEWEST_BETWEEN) {
    throw new InputError(
      `${name} with noise of standard deviation ${sigma}: points cannot be told apart; give more dB`,
    );
  }
  return { dimensions, bits: bitsOfUse(modulation), points, step };
}

/** A step for which half the least distance of equally spaced amplitudes is a whole number of steps. */
function unitStep(amplitudes: readonly number[], finest: number, farthest: number, reach: number): number {
  const unit = farthest / (amplitudes.length - 1);
  const most = Math.floor(reach / (amplitudes.length - 1));
  return unit / Math.min(most, Math.max(1, Math.round(unit / finest)));
}

function leastDistance(points: Int32Array, dimensions: 1 | 2): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i += dimensions) {
    for (let j = 0; j < i; j += dimensions) {
      const y = dimensions === 1 ? 0 : points[i + 1] - points[j + 1];
      least = Math.min(least, Math.hypot(points[i] - points[j], y));
    }
  }
  return least;
}
