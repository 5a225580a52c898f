import { InputError } from "../../errors.ts";
import { bitsOfUse, dimensionsOf } from "./modulated.ts";
import type { Modulation, Pam } from "./modulation.ts";

/** The labelled points of one use of the channel, on the integer grid of the noise. */
export interface GridPoints {
  /** Values of a use: 1 on one axis, 2 of a point of the plane, or the chips of a sequence. */
  readonly dimensions: number;
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
/** Most steps of the noise. */
const NOISE_CELLS = 2048;
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
  const isPoint = typeof shape.axes === "string";
  const coordinates = "points" in shape ? shape.points.flat() : [...shape.amplitudes];
  const dimensions = dimensionsOf(modulation);
  const farthest = coordinates.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const finest = Math.max(sigma / STEPS_PER_SIGMA, farthest / Math.min(reach, reachOf(dimensions)));
  const step = isPoint ? finest : unitStep((shape as Pam).amplitudes, finest, farthest, reach);
  const points = Int32Array.from(coordinates, (x) => Math.round(x / step));
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

/**
 * Largest coordinate of a point of many dimensions: a squared distance stays below 2^31, if each coordinate has 2048 cells
 * of noise.
 */
function reachOf(dimensions: number): number {
  return Math.floor((Math.sqrt(2 ** 31 / dimensions) - NOISE_CELLS) / 2);
}

/** A step for which half the least distance of equally spaced amplitudes is a whole number of steps. */
function unitStep(amplitudes: readonly number[], finest: number, farthest: number, reach: number): number {
  const unit = farthest / (amplitudes.length - 1);
  const most = Math.floor(reach / (amplitudes.length - 1));
  return unit / Math.min(most, Math.max(1, Math.round(unit / finest)));
}

function leastDistance(points: Int32Array, dimensions: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i += dimensions) {
    for (let j = 0; j < i; j += dimensions) {
      let square = 0;
      for (let d = 0; d < dimensions; d++) square += (points[i + d] - points[j + d]) ** 2;
      least = Math.min(least, square);
    }
  }
  return Math.sqrt(least);
}
